// What a process that ended left behind: the line among its last that tells, and what it points to. Pure.

export interface Cause {
  title: string
  todo: string
}

/** A line that a runtime, a logger or a package manager puts at its head when it gives up. */
const GIVES_UP =
  /^(?:Uncaught |Unhandled )?(?:[A-Za-z_$][\w.$]*(?:Error|Exception|Fault)|Error)(?: \[\w+\])?(?::|$)|^(?:panic|fatal|FATAL|FATAL ERROR)\b.*:|^thread '.*' panicked|^Exception in thread|^Traceback: /
/** Frames of a stack, brackets of a dump, pointers to a column, and what a runtime adds when all is said. */
const TRAILER =
  /^\s*$|^\s+at |^[\s}\])~^]+$|^\s+(?:code|errno|syscall|path|url|requireStack|cause): |^Node\.js v\d|^Bun v\d|^npm (?:error|ERR!)\s*(?:$|code |errno |syscall |path |A complete log|\s*\/)|^note: run with `RUST_BACKTRACE|^Require stack:|^- \//

/** The line that says why, of the last lines of stderr; undefined when there is none that says anything. */
export function tellingLine(stderr: readonly string[]): string | undefined {
  return stderr.findLast((line) => GIVES_UP.test(line)) ?? stderr.findLast((line) => !TRAILER.test(line))
}

const FOREIGN = /^(?:node:|<|\[)|[\\/](?:node_modules|site-packages|dist-packages|lib[\\/]python[\d.]+)[\\/]/

export interface CodePlace {
  /** A path, as the runtime wrote it. */
  file: string
  line: number
}

/** Where in the server's own code its last words come from; undefined when they name no place there. */
export function placeOf(stderr: readonly string[]): CodePlace | undefined {
  const at = stderr.findLastIndex((line) => GIVES_UP.test(line))
  if (at < 0) return undefined
  // Python tells the innermost frame last, before the line that says why; Node tells it first, after that line. Where code cannot
  // be read there is no frame in it: its place stands at the head.
  const python = stderr.slice(0, at).flatMap((line) => placeIn(/^\s*File "(.+)", line (\d+)/.exec(line)))
  const frames = stderr.slice(at + 1).flatMap((line) => placeIn(/^\s+at (?:.*\()?(?:file:\/\/)?([^()]+?):(\d+)(?::\d+)?\)?$/.exec(line)))
  const head = stderr.slice(0, at).flatMap((line) => placeIn(/^(?:file:\/\/)?(\/.+|[A-Za-z]:.+):(\d+)$/.exec(line)))
  return python.at(-1) ?? frames[0] ?? head.at(-1)
}

function placeIn(found: RegExpExecArray | null): CodePlace[] {
  const file = found?.[1] ?? ''
  return file === '' || FOREIGN.test(file) ? [] : [{ file, line: Number(found![2]) }]
}

const CRASHES: { [signal: string]: true } = { SIGSEGV: true, SIGABRT: true, SIGBUS: true, SIGILL: true, SIGFPE: true, SIGTRAP: true }
/** How a shell reports a child that a signal ended, and how Windows reports an access violation. */
const BY_CODE: { [code: number]: string } = {
  132: 'SIGILL',
  134: 'SIGABRT',
  135: 'SIGBUS',
  136: 'SIGFPE',
  137: 'SIGKILL',
  139: 'SIGSEGV',
  3221225477: 'SIGSEGV',
}

/** What a process that did not end by its own choice ended of. */
export function causeOfSignal(signal: string | null, code: number | null): Cause | undefined {
  const name = signal ?? (code === null ? undefined : BY_CODE[code])
  if (name === undefined) return undefined
  if (CRASHES[name] === true)
    return {
      title: 'The process crashed',
      todo: `${name} means that native code failed, not the program’s own: reinstall or rebuild its native modules, or try another version of the runtime.`,
    }
  return {
    title: 'The process was killed',
    todo:
      name === 'SIGKILL'
        ? 'Something outside killed it. Where nobody did, the system may have run out of memory, or a container reached its limit.'
        : `Something outside ended it with ${name}: start it again.`,
  }
}

/** What the last words of a process point to; undefined when they point nowhere. */
export function likelyCause(stderr: readonly string[], noise: readonly string[] = []): Cause | undefined {
  const text = [...noise, ...stderr].join('\n')
  return missingModule(text) ?? unreadableCode(stderr) ?? KNOWN.find(({ words }) => words.test(text))?.cause
}

function missingModule(text: string): Cause | undefined {
  const named = /Cannot find (?:module|package) '([^']+)'|ModuleNotFoundError: No module named '([^']+)'/.exec(text)
  const name = (named?.[1] ?? named?.[2])?.slice(0, 120)
  if (name === undefined)
    return text.includes('ERR_MODULE_NOT_FOUND')
      ? { title: 'A module is missing', todo: 'Install what is missing, or start the command where it is installed (Folder, or --cwd).' }
      : undefined
  return /^(?:\/|[A-Za-z]:\\|\.)/.test(name)
    ? { title: 'A file is missing', todo: `${name} does not exist: build the server first, or correct the path.` }
    : {
        title: `The module “${name}” is missing`,
        todo: `Install ${name}, or start the command in the folder where it is installed (Folder, or --cwd).`,
      }
}

const VERSION: Cause = {
  title: 'The runtime has the wrong version',
  todo: 'The program does not fit this version of Node or Python, or is not built: check which version the command starts.',
}

/** A parser gave up on code; on the server's own it is a slip, on a library's the runtime is too old for it. */
function unreadableCode(stderr: readonly string[]): Cause | undefined {
  const at = stderr.findLastIndex((line) => /^(?:SyntaxError|IndentationError|TabError): /.test(line))
  const said = stderr[at]
  // The same name is given to JSON that cannot be read, which is no fault of the code.
  if (said === undefined || /\bJSON\b/.test(said)) return undefined
  const places = stderr
    .slice(0, at)
    .map((line) => /^\s*File "(.+)", line (\d+)/.exec(line) ?? /^(?:file:\/\/)?(\/.+|[A-Za-z]:.+):(\d+)$/.exec(line))
  const place = places.findLast((one) => one !== null)
  const file = place?.[1] ?? ''
  if (/[\\/](?:node_modules|site-packages|dist-packages)[\\/]/.test(file)) return VERSION
  return {
    title: 'Its code cannot be read',
    todo: `${place == null ? '' : `${file}, line ${place[2]}: `}${said.slice(0, 300)}. Correct it there; where it is right, this version of the runtime may be too old for it, or the server is not built.`,
  }
}

const KNOWN: { words: RegExp; cause: Cause }[] = [
  {
    words: /can't open file|No such file or directory/,
    cause: { title: 'A file is missing', todo: 'Check the paths among the arguments, and the working folder.' },
  },
  {
    words: /npm (?:ERR!|error) (?:code )?E?404|404 Not Found - GET/,
    cause: { title: 'The package does not exist', todo: 'Check the name of the package.' },
  },
  {
    words:
      /Unsupported engine|requires? (?:Node|node|Python)|No such built-in module|ERR_UNKNOWN_BUILTIN_MODULE|ERR_UNKNOWN_FILE_EXTENSION|is not supported by this version/,
    cause: VERSION,
  },
  {
    words: /EADDRINUSE|address already in use/i,
    cause: {
      title: 'Its port is taken',
      todo: 'Another process listens on the port that the server wants: end it, or choose another port.',
    },
  },
  {
    words:
      /^\s*(?:usage|Usage|USAGE)[: ]|missing (?:required )?(?:argument|option|environment)|required (?:argument|environment variable)|unrecognized arguments|unknown option/im,
    cause: {
      title: 'The command wants other arguments',
      todo: 'It printed how it wants to be used: correct the arguments or the environment.',
    },
  },
  {
    words: /EACCES|Permission denied/i,
    cause: { title: 'A right is missing', todo: 'The program may not read or open something that it needs.' },
  },
]
