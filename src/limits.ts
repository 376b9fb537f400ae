// Every default number of the package, with its unit and where it comes from. No logic lives here.

const KIB = 1024;
const MIB = 1024 * KIB;

/** Bytes that one read call of the boundary returns at most. Source: the boundary's specification. */
export const MAX_READ_BYTES: number = 256 * KIB;

/** Bytes that one write of the boundary takes at most. Source: the boundary's specification. */
export const MAX_WRITE_BYTES: number = 5 * MIB;

/** Bytes that the write and edit tools take and produce at most. Source: the largest source files people edit. */
export const MAX_TOOL_WRITE_BYTES: number = 2 * MIB;

/** Bytes at the start of a file that decide whether it is binary. Source: the boundary's specification. */
export const BINARY_PROBE_BYTES: number = 4096;

/** Bytes of a file that an adapter may hold at once when it has to buffer. Source: the boundary's specification. */
export const READ_FILE_SIZE_CAP: number = 100 * MIB;

/** Lines that the read tool returns at most. Source: the common default of coding agents. */
export const MAX_READ_LINES = 2000;

/** Bytes of text that the read tool returns at most. Source: about 16 000 tokens of source code. */
export const MAX_READ_TOOL_BYTES: number = 64 * KIB;

/** Bytes of an image or a PDF that the read tool hands to the model at most. Source: 5 MB provider caps, as base64. */
export const MAX_MEDIA_BYTES: number = 3.5 * MIB;

/** Bytes that are read to number the last lines of a file from 1; of a larger one they are numbered from the end. Source: about two milliseconds. */
export const MAX_TAIL_COUNT_BYTES: number = 4 * MIB;

/** Files whose lines and hashes a workspace remembers. Source: more than one conversation goes back and forth between. */
export const MAX_NOTED_FILES = 64;

/** Bytes of memory that a workspace takes to remember where lines lie. Source: 16 files of a gigabyte and more. */
export const MAX_LINE_INDEX_BYTES: number = 2 * MIB;

/** Bytes of a notebook that is shown as cells at most; a larger one is shown as its JSON. Source: parsed in a tenth of a second. */
export const MAX_NOTEBOOK_BYTES: number = 8 * MIB;

/** Values in the JSON of a notebook that is shown as cells at most. Source: parsed in a twentieth of a second. */
export const MAX_NOTEBOOK_VALUES = 250_000;

/** Bytes of one output of a notebook's cell that are shown at most. Source: a screenful. */
export const MAX_NOTEBOOK_OUTPUT_BYTES: number = 2 * KIB;

/** Bytes of the prefix that the read tool shows of a binary file. Source: enough for a magic number. */
export const BINARY_PREFIX_BYTES = 64;

/** Hits that grep returns at most. Source: the common default of coding agents. */
export const MAX_GREP_HITS = 200;

/** Bytes of one line that grep shows at most, cut on a code point. Source: the boundary's specification. */
export const MAX_GREP_LINE_BYTES: number = KIB;

/** Lines before and after a hit that grep shows at most. Source: a screenful. */
export const MAX_GREP_CONTEXT_LINES = 20;

/** Milliseconds after which a search ends with what it has found. Source: 30 times a search of 160 000 files. */
export const GREP_TIMEOUT_MS = 30_000;

/** Files that one search names as not searched; more are only counted. Source: more help nobody. */
export const MAX_SKIPPED_FILES = 100;

/** Bytes of one file in memory that a scan looks through at most; larger files are skipped and counted. Source: what its encoding is told from in one go within 100 ms. */
export const MAX_HELD_SCAN_BYTES: number = 256 * MIB;

/** Bytes of one file that the JavaScript scan reads at most; larger files are skipped and counted. */
export const MAX_SCAN_FILE_BYTES: number = 64 * MIB;

/** Paths that glob returns at most. Source: the common default of coding agents. */
export const MAX_GLOB_PATHS = 100;

/** Entries of one page of a listing. Source: the boundary's specification. */
export const MAX_LIST_ENTRIES = 1000;

/** Entries of a listing of several levels that are counted before it ends. Source: a fraction of a second. */
export const MAX_TREE_ENTRIES = 20_000;

/** Milliseconds after which a command is stopped. Source: the boundary's specification. */
export const EXEC_TIMEOUT_MS = 60_000;

/** Milliseconds that a model may let a command run at most. Source: as long as a call waits in hosts. */
export const MAX_EXEC_TIMEOUT_MS = 600_000;

/** Bytes of each output stream of a command that are kept. Source: the boundary's specification. */
export const MAX_EXEC_OUTPUT_BYTES: number = 32 * KIB;

/** Bytes of a command line at most under a policy. Source: the measured parser recipe. */
export const MAX_COMMAND_BYTES: number = 8 * KIB;

/** Simple commands in one command line at most under a policy. Source: the measured parser recipe. */
export const MAX_COMMANDS_PER_LINE = 32;

/** Bytes that an expression is matched against in one go at most: a line, or a file across lines. Source: 50 ms of most. */
export const MAX_UNCUT_SCAN_BYTES: number = 4 * MIB;

/** Bytes at the start of a file in which a NUL ends a search of it. Source: what ripgrep reads at once. */
export const BINARY_HEAD_BYTES: number = 64 * KIB;

/** Bytes of a binary file that a search looks into at most. Source: larger ones are programs, media and archives. */
export const MAX_BINARY_SCAN_BYTES: number = MIB;

/** Directories below one another that a search enters at most. Source: the boundary's specification. */
export const MAX_WALK_DEPTH = 64;

/** Components of one path at most. Source: the same depth that a search enters. */
export const MAX_PATH_COMPONENTS = 255;

/** Characters of one path at most, so that no message grows with it. Source: twice the longest path of Linux. */
export const MAX_PATH_LENGTH = 8192;

/** Symbolic links that one resolution follows at most. Source: `_POSIX_SYMLOOP_MAX`. */
export const MAX_SYMLINKS = 8;

/** Lines of a diff that a tool returns at most. Source: a few screens. */
export const MAX_DIFF_LINES = 400;

/** Bytes of a diff that a tool returns at most. Source: about 4 000 tokens. */
export const MAX_DIFF_BYTES: number = 16 * KIB;

/** Lines of a diff that a model is shown at most; the output holds more. Source: enough to see what was hit. */
export const MAX_SHOWN_DIFF_LINES = 120;

/** Bytes of a diff that a model is shown at most. Source: about 1 500 tokens. */
export const MAX_SHOWN_DIFF_BYTES: number = 6 * KIB;

/** Events that `workspace.audit.recent()` keeps. Source: the boundary's specification. */
export const AUDIT_RING_SIZE = 512;

/** Bytes of one ignore file that are read at most; the rest is not applied. Source: measured matcher cost. */
export const MAX_IGNORE_FILE_BYTES: number = 64 * KIB;

/** Rules of one ignore file that are applied at most. Source: measured matcher cost. */
export const MAX_IGNORE_RULES = 2000;

/** Characters of a glob pattern at most. Source: the longest path that Linux takes is 4096 bytes. */
export const MAX_PATTERN_LENGTH = 1024;

/** Milliseconds that a writer waits for another writer of the same file. Source: a save takes milliseconds. */
export const LOCK_TIMEOUT_MS = 10_000;

/** Milliseconds between asking a stopped command to end and killing it. Source: with the next, below one second. */
export const EXEC_KILL_GRACE_MS = 500;

/** Milliseconds that output may still arrive after a command ended. Source: a background child keeps pipes open. */
export const EXEC_PIPE_GRACE_MS = 250;

/** Milliseconds between two snapshots of a running command. Source: ten a second is as fast as a person reads. */
export const EXEC_SNAPSHOT_INTERVAL_MS = 100;

/** Commands of one set of tools that may run in the background at once. Source: a server, a watcher, and some more. */
export const MAX_BACKGROUND_COMMANDS = 8;

/** Milliseconds that the start of a background command waits for its first output. Source: a wrong name is told by then. */
export const BACKGROUND_START_MS = 1000;

/** Milliseconds after which a command in the background is stopped. Source: longer than a person looks on. */
export const BACKGROUND_TIMEOUT_MS = 3_600_000;

/** Edits of one call at most. Source: a hundred times what models send; keeps the worst call near a second. */
export const MAX_EDITS = 10_000;

/** Values in the arguments of one call at most: texts, numbers, lists, objects. Source: the most edits, with all their fields. */
export const MAX_INPUT_VALUES = 60_000;

/** Lists and objects inside one another in JSON that is parsed at most. Source: ten times what arguments and notebooks need. */
export const MAX_JSON_DEPTH = 64;

/** Replacements that one call of the edit engine makes at most. Source: keeps the worst call near a second. */
export const MAX_EDIT_REPLACEMENTS = 100_000;

/** Characters that one edit call searches at most, or what takes as long. Source: 1 s of the slowest search. */
export const MAX_EDIT_SEARCHED_CHARACTERS = 1_000_000_000;

/** Bytes of a patch at most. Source: the dialects it is compatible with. */
export const MAX_PATCH_BYTES: number = 256 * KIB;

/** Operations of a patch at most, and files that it names. Source: the dialects it is compatible with. */
export const MAX_PATCH_FILES = 64;

/** Bytes of a file that a patch changes at most, before and after. Source: as for the write and edit tools. */
export const MAX_PATCH_FILE_BYTES: number = 2 * MIB;

/** Bytes of a file up to which all of it is looked at for secrets before a part is shown. Source: what the tools change. */
export const MAX_REDACT_FILE_BYTES: number = 2 * MIB;

/** Bytes of a region of a larger file that is looked at for secrets by itself. Source: some milliseconds. */
export const REDACT_REGION_BYTES: number = 256 * KIB;

/** Bytes before and behind a region that are looked at with it. Source: four of the largest private keys. */
export const REDACT_MARGIN_BYTES: number = 64 * KIB;

/** Bytes of one message that the MCP server takes over stdio. Source: the largest write, escaped twice over, with room. */
export const MAX_MCP_MESSAGE_BYTES: number = 16 * MIB;

/** Milliseconds that an MCP client has to name its roots. Source: it knows them without asking anybody. */
export const MCP_ROOTS_TIMEOUT_MS = 10_000;

/** Milliseconds that a person has to approve a call of an MCP client. Source: as long as a call waits in hosts. */
export const MCP_APPROVAL_TIMEOUT_MS = 600_000;

/** Milliseconds that calls may still take once an MCP client has hung up. Source: a file operation takes milliseconds. */
export const MCP_CLOSE_GRACE_MS = 500;

/** Transactions that the history of a workspace keeps. Source: the boundary's specification. */
export const MAX_HISTORY_TRANSACTIONS = 100;

/** Bytes of contents that the history of a workspace keeps. Source: the boundary's specification. */
export const MAX_HISTORY_BYTES: number = 256 * MIB;

/** Entries of a directory that is removed with everything below it, up to which that can be undone. Source: about a second. */
export const MAX_HISTORY_TREE_ENTRIES = 1000;

/** Files and directories that are looked at around a command so that it can be undone. Source: about half a second a walk. */
export const MAX_SNAPSHOT_FILES = 10_000;

/** Bytes of contents that are kept in memory so that a command can be undone. Source: the text of a large repository. */
export const MAX_SNAPSHOT_BYTES: number = 64 * MIB;

/** Operations that the HTTP routes run at once; others wait. Source: far below the descriptors of a process. */
export const MAX_HTTP_OPERATIONS = 32;

/** Walks (glob, grep) that the HTTP routes run at once; others wait. Source: two turns of a walk between two short reads. */
export const MAX_HTTP_WALKS = 2;

/** Bytes of a file that the HTTP route for bytes answers in JSON when nothing says how many. Source: a page of the read tool. */
export const HTTP_BYTES: number = 64 * KIB;

/** Large files that the HTTP routes stream at once; more are refused for the moment. Source: each holds a descriptor. */
export const MAX_HTTP_STREAMS = 256;

/** Connections that wait for the HTTP server to take them. Source: more knock again after seconds; the usual maximum of Linux. */
export const MAX_HTTP_WAITING_CONNECTIONS = 4096;

/** Milliseconds in which the body of an HTTP request must have come. Source: 5 MiB at the speed of a slow line. */
export const HTTP_BODY_TIMEOUT_MS = 30_000;

/** Bytes of bodies that the HTTP routes hold at once, of all requests. Source: a dozen of the largest writes. */
export const MAX_HTTP_BUFFERED_BYTES: number = 64 * MIB;

/** Paths that the HTTP route of glob returns unless asked for another number. Source: a page for programs. */
export const HTTP_GLOB_PATHS = 5000;

/** Paths that the HTTP route of glob returns at most. Source: some megabytes of JSON. */
export const MAX_HTTP_GLOB_PATHS = 50_000;

/** Hits that the HTTP route of grep streams at most. Source: as many as anybody looks through. */
export const MAX_HTTP_GREP_HITS = 10_000;

/** Numbered names that an upload tries when its own is taken. Source: beyond that somebody should tidy up. */
export const MAX_UPLOAD_NAMES = 1000;

/** Milliseconds of the window in which the rate limit of the HTTP routes counts. Source: the common default. */
export const HTTP_RATE_WINDOW_MS = 60_000;

/** Reads of one caller in a window under a rate limit. Source: two a second. */
export const HTTP_READS_PER_WINDOW = 120;

/** Mutations of one caller in a window under a rate limit. Source: one in two seconds. */
export const HTTP_MUTATIONS_PER_WINDOW = 30;
/** Calls that one approval remembers, answered ones included. Source: more than a session makes. */
export const MAX_APPROVAL_RECORDS = 10_000;

/** Characters of diffs that approvals in memory hold, of all open questions. Source: a dozen of the largest writes. */
export const MAX_APPROVAL_RECORD_CHARACTERS: number = 64 * MIB;

/** Bytes of a question that a person is asked at most. Source: more is not read. */
export const MAX_APPROVAL_SUMMARY_BYTES: number = 16 * KIB;

/** Bytes that a question must have at least. Source: both ends of a hunk and the notice. */
export const MIN_APPROVAL_SUMMARY_BYTES: number = KIB;
