// A vitest reporter that ends a run with one line for machines: "N passed, N failed". Anything that broke counts as failed.

export class SummaryReporter {
  onTestRunEnd(testModules, unhandledErrors) {
    let passed = 0;
    let failed = unhandledErrors.length;
    for (const testModule of testModules) {
      failed += testModule.errors().length;
      for (const test of testModule.children.allTests()) {
        const { state } = test.result();
        if (state === "passed") passed += 1;
        if (state === "failed") failed += 1;
      }
      for (const suite of testModule.children.allSuites()) failed += suite.errors().length;
    }
    process.stdout.write(`${passed} passed, ${failed} failed\n`);
  }
}

// biome-ignore lint/style/noDefaultExport: vitest loads a reporter that the command line names by its default export.
export default SummaryReporter;
