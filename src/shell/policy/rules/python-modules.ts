// Which modules `python -m` may run. Data only.

/** Modules of the standard library, and tools, that check, install or print. */
const HARMLESS =
  "unittest|json\\.tool|compileall|py_compile|venv|doctest|tabnanny|ast|dis|tokenize|platform|site|sysconfig|calendar|" +
  "symtable|cProfile|profile|zipfile|tarfile";

/** The rest of the standard library: servers, debuggers, and what runs the text or the file that it is given. */
const STANDARD_LIBRARY =
  "aifc antigravity argparse array asynchat asyncio asyncore atexit base64 bdb binascii builtins bz2 cgi cgitb cmd code " +
  "codecs codeop collections concurrent configparser contextlib copy csv ctypes curses dataclasses datetime dbm decimal " +
  "difflib distutils email encodings ensurepip enum filecmp fileinput fnmatch formatter ftplib functools getopt getpass " +
  "gettext glob gzip hashlib heapq hmac html http idlelib imaplib importlib inspect io ipaddress itertools json keyword " +
  "lib2to3 linecache locale logging lzma mailbox mailcap mimetypes modulefinder multiprocessing netrc nntplib opcode " +
  "operator optparse os pathlib pdb pickle pickletools pipes pkgutil plistlib poplib pprint pstats pty pyclbr pydoc " +
  "queue quopri random re readline rlcompleter runpy sched secrets shelve shlex shutil signal smtpd smtplib socket " +
  "socketserver sqlite3 ssl stat statistics string struct subprocess symbol sys telnetlib tempfile test textwrap this " +
  "threading timeit tkinter token tomllib trace traceback tracemalloc tty turtle turtledemo types typing urllib uu uuid " +
  "wave webbrowser wsgiref xml xmlrpc zipapp zipimport zlib zoneinfo";

/** Packages that run the text or the program that they are given. */
const RUNNERS =
  "IPython ipython bpython ptpython ptipython xonsh easy_install setuptools ansible fabric invoke pexpect debugpy pudb " +
  "ipdb scalene pyinstrument viztracer kernprof line_profiler memory_profiler nodeenv virtualenvwrapper";

const REFUSED = `${STANDARD_LIBRARY} ${RUNNERS}`.replaceAll(" ", "|");

/** Packages of the workspace and of the project's environment, and of the others what is harmless. */
export const PYTHON_MODULES: RegExp = new RegExp(
  `^(?:${HARMLESS})$|^(?!(?:${HARMLESS}|${REFUSED})(?:\\.|$))[A-Za-z_]\\w*(?:\\.\\w+)*$`,
);
