// The version of this package, as servers tell it to their clients. A test holds it to package.json.

/** The version of this package. */
export const VERSION: string = "0.1.0";
