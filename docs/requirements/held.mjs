// What holds each row of rows.json: the tests that fail when it is broken; else the area of work that brings it, or the
// reason why it is not done. Made by hand: a test is named only by someone who has read it.

const session = 'mcp/session.test.ts'
const rules = 'mcp/session.rules.test.ts'
const modern = 'mcp/session.modern.test.ts'
const era = 'mcp/session.era.test.ts'
const probe = 'mcp/dialect/probe.test.ts'
const paramHeaders = 'mcp/dialect/param-headers.test.ts'
const httpSse = 'mcp/session/http-sse.test.ts'
const wire = 'mcp/wire.test.ts'
const traffic = 'mcp/traffic.test.ts'
const stdio = 'mcp/transport/stdio.test.ts'
const reading = 'mcp/model-read.test.ts'
const engine = 'web/session/engine-core.test.ts'
const engineEra = 'web/session/engine-era.test.ts'
const child = 'proxy/child.test.ts'
const asks = 'web/asks/asks.test.ts'
const suite = 'e2e/conformance/scenarios.mjs'
const flow = 'mcp/auth/flow.test.ts'
const engineAuth = 'web/session/engine-auth.test.ts'
const provider = 'proxy/authorization.test.ts'
const march = `${flow} > discovery > A03-01 to A03-03, A03-06: without any metadata goes on as in 2025-03-26, with its default endpoints`
const inOrder = `${flow} > discovery > A11-01, case 109: asks the URL of the challenge, then the path inserted, then the root`
const rungs = `${flow} > registration > A11-04: %s`
const everything = 'e2e/everything.spec.ts'

const apps = 'mcp/apps/apps.test.ts'
const appsPage = 'e2e/apps.spec.ts > an app is drawn beside its result, asks before it acts, and nothing gets out of its frame'
const stage = 'proxy/stage.test.ts > the page may frame the sandbox alone, and the sandbox may be framed by the page alone'
const extensions = 'web/session/declared.test.ts'

const held = (/** @type {string[]} */ ...tests) => ({ tests })
const planned = (/** @type {string} */ area) => ({ planned: area })
const not = (/** @type {string} */ reason) => ({ not: reason })
/** The same answer for the rows of one name with these numbers. */
const each = (/** @type {string} */ name, /** @type {number} */ from, /** @type {number} */ to, /** @type {object} */ answer) =>
  Object.fromEntries(Array.from({ length: to - from + 1 }, (_, at) => [`${name}-${String(from + at).padStart(2, '0')}`, answer]))

const opening = `${session} > handshake > goes initialize, initialized, GET, and tells what it learnt`
const spoken = `${session} > handshake > speaks %s as it was`
const envelope = `${modern} > each request > says version, client and capabilities; nothing but POST is sent`
const refusals = `${session} > what the server asks > ping is answered by itself, unknown methods are refused, and so is what we did not declare`
const formDeclared = `${rules} > what was not declared > %s, is refused as such`
const batch = `${rules} > in %s a batch is taken apart, and marked %j`
const cancelled = `${session} > cancelling > tells the server with a neutral reason, and the person that it was her`
const flawed = `${session} > answers > are read in spite of %j`
const unanswered = `${modern} > what a server asks on a stream is marked, and never answered`
const gathered = `${modern} > input that a server wants > is asked for at once, and goes back with its state under a new id`
const undeclared = `${modern} > input that a server wants > that we did not declare, or do not know, is not given`
const models = 'proxy/provider-relay.test.ts'
const tasks = 'web/session/tasks.test.ts'
const rootsAsked = `${engine} > what the page sees > roots are put to the person where she wants that`
const ruled = 'web/asks/rules.test.ts > a rule answers for its server alone, says that it did, and not without end'
const provided =
  'e2e/asks.spec.ts > a sampling request is edited, and undone; a provider writes the answer, and its key stays where it belongs'
const round =
  'e2e/asks.spec.ts > what one answer wants in the newer era is one matter: each may be changed until the last, and all go back together'
const newerTask =
  'e2e/tasks.spec.ts > the newer era: a call becomes a task, asks through the desk, outlives a reload, and brings its result'
const taskInput = `${tasks} > of the extension > what it wants is put to the person once, goes back by tasks/update, and the result is in the task`
const closing = `${modern} > cancelling closes the stream, and says nothing`
const notices = `${modern} > subscriptions > bring notices, and end in good order`
const replaced = `${modern} > subscriptions > are replaced when a resource is wanted too, without a gap`
const sharing = `${era} > over a pipe > subscriptions share the pipe, and what names none belongs to the calls`
const visit =
  'e2e/asks.spec.ts > a page to visit: its whole address is shown, it opens by a click alone, and three answers are three things'
const mirrored = `${modern} > arguments that travel as headers > are mirrored as the newest list says; a tool with a broken annotation is not called`
const missed = `${modern} > arguments that travel as headers > that the server misses are learnt from the list, and the call is sent once more`
const addresses = 'web/ui/web-address.test.ts > only http(s) addresses can be opened'
const limits = 'mcp/session.limits.test.ts'
const subscriptions = 'mcp/session.subscriptions.test.ts'
const resumed = `${subscriptions} > streams that are resumed`
const silence = `${limits} > progress starts the limit of silence anew; then silence ends the call`
const kept = `${traffic} > what was appended comes back as it went in`
const pages =
  'web/session/list-query.test.ts > pages are asked for by their cursors as they came, an empty one too, until none is named; any may be empty'
const hostile = 'e2e/contents.spec.ts > hostile content runs nothing and loads nothing'
const claimed = 'e2e/claims.spec.ts > claims of a server: titles, icons, hints, instructions, and a result that breaks its own schema'
const agreed = 'e2e/claims.spec.ts > what was agreed is kept to: refusals, enumerations, completions, and nothing that was not declared'
const strayed = `${modern} > what comes on the wrong stream is marked: each request has its own, and so have subscriptions`
const templated = 'web/traffic/raw.test.ts > each template breaks what it says, and the good ones are good'
const broken = 'mcp/broken-peers.test.ts'

/** @type {{ [id: string]: { tests: string[] } | { planned: string } | { not: string } }} */
export const HELD = {
  // Messages and batches
  'RPC-01': held(opening),
  'RPC-02': held(cancelled),
  'RPC-03': held(`${session} > answers > never reuse an id`),
  'RPC-04': held(replaced, `${session} > answers > never reuse an id`),
  'RPC-05': held(
    `${traffic} > pairing > ids 1 and "1" and the two directions are four different things`,
    `${session} > answers > with ids of the wrong type answer nothing`,
    `${broken} > over a pipe > %s`,
    `${broken} > over HTTP > %s`,
  ),
  'RPC-06': held(refusals),
  'RPC-07': held(
    `${rules} > notifications of the server > of cancelling that are malformed or name nothing known do no harm, and get no answer`,
  ),
  'RPC-08': held(
    `${traffic} > pairing > an error that could not read the id belongs to the request of its exchange`,
    `${modern} > errors > with a foreign id belong to their request`,
    `${broken} > over a pipe > an answer without an id belongs to the only request that waits`,
  ),
  'RPC-09': held(
    `${broken} > over HTTP > %s`,
    `${wire} > event streams > comments, CRLF, several data lines, cut characters, a mark at the start, other events, what comes after the answer`,
    `${stdio} > a byte order mark, CRLF, blank lines and bytes that are not UTF-8`,
  ),
  'RPC-10': held(batch, `${traffic} > pairing > members of a batch follow it`),
  'RPC-11': held('mcp/raw-warnings.test.ts > a batch is told where there is none, and what must not be in one', templated),
  'RPC-12': held('mcp/raw-warnings.test.ts > a batch is told where there is none, and what must not be in one'),
  'RPC-13': held(batch, opening),
  'RPC-14': held(batch),
  'RPC-15': held(
    refusals,
    `${rules} > notifications of the server > of cancelling that are malformed or name nothing known do no harm, and get no answer`,
  ),
  'RPC-16': held(unanswered),
  'RPC-17': held(`${modern} > a result %s is none`),
  'RPC-18': held(`${modern} > a result without a type counts, and the record says so`),
  'RPC-19': held(`${probe} > over HTTP > %s`),
  'RPC-20': held(`${traffic} > HTTP around the messages > an exchange that failed, and one that we gave up`),
  'RPC-21': held(
    'mcp/meta-names.test.ts > %j is told to be no name',
    'mcp/raw-warnings.test.ts > names in _meta are looked at, except those that the era brings itself',
  ),
  'RPC-22': held(`${modern} > each request > keeps what the person put into _meta, and its headers say the same`),
  'RPC-23': held(kept),

  // Handshake
  'LIF-01': held(opening),
  'LIF-02': held(opening, spoken),
  'LIF-03': held(`${era} > over HTTP > a server that is %s`),
  'LIF-04': held(
    `${session} > handshake > takes an older revision that the server prefers`,
    `${session} > handshake > refuses a revision nobody here speaks, naming both and those supported`,
  ),
  'LIF-05': held(opening),
  'LIF-06': held(opening),
  'LIF-07': held(`${rules} > a ping before the answer to initialize is answered`),
  'LIF-08': held(`${session} > handshake > initialize is never cancelled: its exchange is broken off`),
  'LIF-09': held(agreed, formDeclared),
  'LIF-10': held(agreed, formDeclared),
  'LIF-11': held(spoken),
  'LIF-12': held(opening, spoken),
  'LIF-13': held(claimed),
  'LIF-14': held(
    `${session} > handshake > a version error names what the server supports`,
    'proxy/request.test.ts > a silent server is given up',
  ),
  'LIF-15': held(
    `${rules} > headers > of DELETE and of the GET stream name session and revision`,
    `${child} > ending > a child that ignores everything is killed with what it started`,
  ),

  // Eras and versions
  'VER-01': held(envelope, `${suite} > request-metadata`),
  'VER-02': held(envelope),
  'VER-03': held(envelope),
  'VER-04': held(
    `${modern} > errors > of a version that the server has after all are tried once more, and no oftener`,
    `${modern} > errors > say that the server speaks nothing which we do`,
  ),
  'VER-05': held(`${era} > over HTTP > a server that is %s`),
  'VER-06': held(`${era} > over a pipe > silence is followed by initialize, and a process that was merely slow is heard`),
  'VER-07': held(`${probe} > over a pipe > %s`),
  'VER-08': held(
    `${probe} > over a pipe > %s`,
    `${era} > over a pipe > silence is followed by initialize, and a process that was merely slow is heard`,
  ),
  'VER-09': held(envelope, `${era} > over a pipe > a server that is %s`),
  'VER-10': held(`${probe} > over HTTP > %s`, `${era} > over HTTP > an error of the newer kind is never followed by initialize`),
  'VER-11': held(`${probe} > over HTTP > %s`, `${probe} > to another method than server/discover, %s`),
  'VER-12': held(
    `${era} > over HTTP > HTTP %i decides nothing, and initialize is not tried`,
    `${era} > over HTTP > HTTP %i decides nothing by itself: initialize is tried, and tells`,
    `${probe} > over HTTP > %s`,
  ),
  'VER-13': held(
    `${era} > over HTTP > a server out of reach decides nothing`,
    `${engineEra} > the way to a remote server > without a proxy, a page that is kept out concludes nothing`,
  ),
  'VER-14': held(
    `${era} > over HTTP > what was known and is wrong is asked anew`,
    'web/session/eras.test.ts > what was found out is kept by place, with its day, and forgotten on request',
  ),
  'VER-15': held(
    envelope,
    `${modern} > each request > asks for log messages once a level is set`,
    `${engineEra} > the era > is found over stdio, and keep-alive follows it`,
    `${rules} > in the newer era a stream that breaks off takes its request along: nothing is resumed`,
  ),
  'VER-16': not('a prohibition that no test can show: nothing reads what a server calls itself but the page that shows it'),
  'VER-17': held(envelope, undeclared),
  'VER-18': held(
    `${modern} > errors > of a capability are gone once it is declared, which needs no new connection`,
    'web/session/missing-capability.test.ts > what is missing is named, and offered where it can be switched on',
    'web/session/missing-capability.test.ts > what nobody here can do, or was declared, or is not said, is not offered',
  ),
  'VER-19': held('e2e/eras.spec.ts > over HTTP, the same; and the older era when it is chosen'),
  'VER-20': held('e2e/eras.spec.ts > a server of the newer era alone says so to those who ask for the older one'),
  'EXT-01': held(`${extensions} > apps and skills are extensions in both eras, and apps say which documents can be drawn`),
  'EXT-02': held('mcp/extensions.test.ts > an extension holds only where both sides declare it'),
  'EXT-03': held(envelope),

  // Streamable HTTP with sessions
  'HTTP-01': held(opening),
  'HTTP-02': held(opening),
  'HTTP-03': held(`${rules} > headers > name no session where the server gave none, and nothing is deleted`),
  'HTTP-04': held(flawed, `${session} > answers > come by event streams too, even without the last blank line`),
  'HTTP-05': held(flawed, `${traffic} > HTTP around the messages > bodies of 202 and a refused GET make no noise`),
  'HTTP-06': held(`${session} > what the server asks > is answered while our request with the same id number waits`),
  'HTTP-07': held(flawed, cancelled),
  'HTTP-08': held(
    `${session} > the GET stream > may be missing`,
    `${rules} > headers > of DELETE and of the GET stream name session and revision`,
  ),
  'HTTP-09': held(`${session} > what the server asks > goes away when its call is cancelled, and when the connection closes`),
  'HTTP-10': not('such an answer is taken, since servers exist that answer there; the record shows on which stream it came'),
  'HTTP-11': held(opening, spoken, `${rules} > headers > of DELETE and of the GET stream name session and revision`),
  'HTTP-12': held(`${rules} > HTTP 400 with "%s" may mean the header that names the revision`),
  'HTTP-13': held(
    `${wire} > event streams > comments, CRLF, several data lines, cut characters, a mark at the start, other events, what comes after the answer`,
  ),
  'SESS-01': held(opening, `${rules} > headers > of DELETE and of the GET stream name session and revision`),
  'SESS-02': held(`${rules} > headers > name no session where the server gave none, and nothing is deleted`),
  'SESS-03': held(
    'web/traffic/secrets.test.ts > names of secrets',
    'web/traffic/secrets.test.ts > values are masked, the scheme of an Authorization stays',
  ),
  'SESS-04': held(`${engine} > over HTTP > a session that the server forgot is followed by a new one`),
  'SESS-05': held(`${session} > sessions > whose id cannot be read are explained`),
  'SESS-06': held(
    `${session} > handshake > sends the headers of the person everywhere, and DELETE at the end`,
    `${resumed} > a server that does not let its session be deleted says so, and that is no failure`,
  ),
  'SESS-07': held(envelope),
  'RES-01': held(flawed, `${resumed} > the GET stream goes on from its last event, no sooner than the server wants, and without a gap`),
  'RES-02': held(
    flawed,
    `${resumed} > a call is polled for as long as each poll names a further place, each after the pause that was asked for`,
  ),
  'RES-03': held(`${wire} > event streams > places and pauses are told; an event without data is in the record and no message`),
  'RES-04': held(
    `${resumed} > a call is polled for as long as each poll names a further place, each after the pause that was asked for`,
    `${rules} > a stream is opened again no sooner than the server wants, and hours are no minutes`,
    `${suite} > sse-retry`,
  ),
  'RES-05': held(
    flawed,
    `${resumed} > a call is polled for as long as each poll names a further place, each after the pause that was asked for`,
    `${resumed} > a call whose polls name nothing new is given up after five`,
    `${session} > the GET stream > is opened again, and given up after six that brought nothing; calls go on`,
  ),
  'RES-06': not('every event is shown as it came, a repeated one too; an answer counts once'),
  'RES-07': held(`${rules} > in the newer era a stream that breaks off takes its request along: nothing is resumed`),

  // HTTP without sessions
  'MHT-01': held(envelope),
  'MHT-02': held(envelope, unanswered),
  'MHT-03': held(envelope, `${modern} > each request > keeps what the person put into _meta, and its headers say the same`),
  'MHT-04': held(envelope, `${suite} > http-standard-headers`),
  'MHT-05': held(envelope, `${modern} > each request > has its name as a header, coded where it is no header text`),
  'MHT-06': held(`${modern} > each request > has its name as a header, coded where it is no header text`),
  'MHT-07': held(closing),
  'MHT-08': held(closing),
  'MHT-09': held(strayed),
  'MHT-10': held(
    `${wire} > event streams > comments, CRLF, several data lines, cut characters, a mark at the start, other events, what comes after the answer`,
  ),
  'MHT-11': held(
    `${modern} > errors > of an unknown method come with 404 and end nothing`,
    `${modern} > errors > of a capability say which one`,
    `${probe} > over HTTP > %s`,
  ),
  'MHT-12': held(missed),
  'MHT-13': held(
    `${traffic} > pairing > a request and its answer know each other`,
    'mcp/transport/cors.test.ts > a preflight answer > that allows all of it means direct, whatever the case of its names',
  ),
  'MHT-14': held(unanswered),
  'HDR-01': held(mirrored, `${suite} > http-custom-headers`),
  'HDR-02': held(`${paramHeaders} > values > are read at their path; what is absent or null has no header`),
  'HDR-03': held(`${paramHeaders} > values > are read at their path; what is absent or null has no header`),
  'HDR-04': held(`${paramHeaders} > annotations > that are %s exclude the tool`, mirrored, `${suite} > http-invalid-tool-headers`),
  'HDR-05': held(
    `${reading} > a tool that clients must leave out says why, and takes no other along`,
    'web/tools/tools.test.ts > the list > what clients must leave out over HTTP stands last, struck out with the reason, and elsewhere like any other',
  ),
  'HDR-06': held(`${paramHeaders} > values > %j travel as %s`),
  'HDR-07': held(`${paramHeaders} > values > %j travel as %s`),
  'HDR-08': held(`${paramHeaders} > values > beyond what a double holds are not sent`),
  'HDR-09': not('a permission; over a pipe there are no headers that could be sent'),
  'HDR-10': held(mirrored, missed),
  'HDR-11': held(`${engineEra} > the way to a remote server > is direct for the newer era, save for calls whose arguments are headers`),

  // HTTP+SSE
  'SSE-01': held(`${httpSse} > HTTP+SSE > posts where the first event says, and hears the answers on the stream`),
  'SSE-02': held(
    `${httpSse} > HTTP+SSE > posts where the first event says, and hears the answers on the stream`,
    `${httpSse} > HTTP+SSE > sends nothing to another origin`,
  ),
  'SSE-03': held(`${httpSse} > HTTP+SSE > takes any reply to a POST for no more than a receipt`),
  'SSE-04': not('the narrower rule of 2025-11-25 is followed for all: other refusals have meanings of their own'),
  'SSE-05': held(
    `${httpSse} > HTTP+SSE > is found by itself when a POST is refused with %i`,
    `${httpSse} > HTTP+SSE > is not looked for after HTTP %i`,
  ),
  'SSE-06': held(
    `${httpSse} > HTTP+SSE > is not looked for after an error of the newer era`,
    `${httpSse} > HTTP+SSE > is found also where the era is to be found, and settles it`,
  ),
  'SSE-07': held(`${httpSse} > HTTP+SSE > is found by itself when a POST is refused with %i`),
  'SSE-08': held(`${httpSse} > HTTP+SSE > takes the headers of the person along, on the stream too`),
  'SSE-09': held(`${httpSse} > HTTP+SSE > posts where the first event says, and hears the answers on the stream`),

  // stdio
  'STD-01': held(`${child} > a child > echoes lines, tells stderr apart, and ends when its stdin is closed`),
  'STD-02': held(`${stdio} > for other clients over HTTP > an answer alone is one JSON body`),
  'STD-03': held(`${era} > over a pipe > silence is followed by initialize, and a process that was merely slow is heard`),
  'STD-04': held(`${child} > a child > echoes lines, tells stderr apart, and ends when its stdin is closed`),
  'STD-05': held(`${traffic} > side events are rows, and the end of a process leaves nothing pending`),
  'STD-06': held(
    `${engine} > over stdio > text on stdout is explained`,
    `${stdio} > for our own page > the record keeps the order of arrival, whatever the stream`,
  ),
  'STD-07': held(
    `${child} > a child > echoes lines, tells stderr apart, and ends when its stdin is closed`,
    `${child} > ending > a child that ignores everything is killed with what it started`,
  ),
  'STD-08': held(
    `${child} > a child > echoes lines, tells stderr apart, and ends when its stdin is closed`,
    `${child} > ending > a child that ignores everything is killed with what it started`,
  ),
  'STD-09': held(`${engine} > over stdio > a process that ends unexpectedly is started again`),
  'STD-10': held(`${era} > over a pipe > a call of a modern one is cancelled by a notification`),
  'STD-11': held(sharing),
  'STD-12': held(unanswered),
  'STD-13': not('a process lives as long as the connection that a person opened, by its design'),
  'STD-14': held(`${engineAuth} > STD-14: a process has none: its credentials come by the environment`),
  'STD-15': held(`${child} > a child > gets no shell, its own arguments, its variables and folder, and no secrets of ours`),

  // WebSocket and others
  'WS-01': held('proxy/dial.test.ts > carries requests, notifications and what the server asks'),
  'CT-01': held('proxy/matrix.test.ts > in the older era'),
  'CT-02': held('proxy/matrix.test.ts > in the newer era'),

  // Authorization
  'AUT-01': held(`${session} > handshake > sends the headers of the person everywhere, and DELETE at the end`),
  'AUT-02': held(`${engineAuth} > while connecting > the mode %s never probes`, `${engineAuth} > while connecting > %j sends its header`),
  'AUT-03': held(
    `${engineAuth} > while connecting > case 113: a 401 begins the flow by its status, and the connection waits for the person`,
    'mcp/auth/challenge.test.ts > reads %s',
  ),
  'AUT-04': held(
    `${engineAuth} > while connecting > case 113: a 401 begins the flow by its status, and the connection waits for the person`,
  ),
  'AUT-05': held(`${flow} > tokens > A26-13, AUT-05: goes on without a refresh token, and no token ever stands in a URL`),
  'AUT-06': held(`${provider} > two servers with one issuer: one registration, and never one token`),
  'AUT-07': held(`${provider} > one person > logs in: found, registered, allowed, used; every step is done`),
  'AUT-08': held(`${flow} > the login page > AUT-08, AUT-10, A06-05: sends S256, a state and the resource, in both requests`),
  'AUT-09': held(`${flow} > discovery > AUT-09: in %s with %j stops at %s`),
  'AUT-10': held(`${flow} > the answer > AUT-10: a state that is %s is thrown away`),
  'AUT-11': held(`${flow} > registration > AUT-11: a redirect URI that is neither https nor loopback is refused`),
  'AUT-12': held(`${flow} > the login page > CVE-2025-58444, CVE-2025-6514: never offers to open %s`),
  'AUT-13': held(
    `${engineAuth} > under way > without a refresh token the person logs in again, and the call goes on`,
    `${engineAuth} > under way > declining fails the call, and nothing is asked`,
  ),
  'AUT-14': held(`${engineAuth} > under way > an expired token is refreshed within the call, once for all calls`),
  'AUT-15': held(
    `${flow} > the answer > AUT-15, case 121: parallel attempts keep their own verifier, and each counts once`,
    `${engineAuth} > AUT-15: a page that leaves for the login page comes back to a fresh engine`,
  ),
  ...each('A03', 1, 3, held(march)),
  'A03-04': held(
    `${flow} > discovery > A03-04, case 123: sends MCP-Protocol-Version, and asks again without it where CORS forbids it; both are in the record`,
  ),
  'A03-05': held(march, `${flow} > registration > case 111: without any way asks the person`),
  'A03-06': held(march, `${flow} > discovery > 2025-03-26 chosen: no protected resource metadata, and no parameter resource`),
  'A06-01': held(inOrder),
  'A06-02': held(`${flow} > discovery > A06-02: of several authorization servers the first is taken, or the one that a person chooses`),
  'A06-03': held(`${flow} > discovery > A06-03: refuses metadata that is about another resource, until a person says otherwise`),
  'A06-04': held(`${flow} > discovery > A11-02, A11-03: the order for the issuer %s`),
  'A06-05': held(`${flow} > the login page > AUT-08, AUT-10, A06-05: sends S256, a state and the resource, in both requests`),
  'A06-06': held(`${flow} > discovery > A06-06: the canonical URI of %s is %s`),
  'A06-07': held(rungs, `${flow} > registration > case 111: without any way asks the person`),
  'A11-01': held(inOrder),
  ...each('A11', 2, 3, held(`${flow} > discovery > A11-02, A11-03: the order for the issuer %s`)),
  'A11-04': held(rungs),
  'A11-05': held(`${flow} > registration > A11-05: a metadata document must be https with a path`),
  'A11-06': held(rungs),
  'A11-07': held(rungs),
  'A11-08': held(`${flow} > the login page > A11-08: the scope comes from %s`),
  'A11-09': held(`${flow} > the login page > A11-08: the scope comes from %s`),
  ...each(
    'A11',
    10,
    11,
    held(
      `${engineAuth} > under way > A11-10, A11-11, case 117: more scopes are asked for together with the old ones, once, with leave`,
      `${provider} > one person > who needs more for one tool: asked once, for old and new together`,
    ),
  ),
  'A11-12': held(`${engineAuth} > under way > A11-12: what was granted and is not enough is a permanent failure`),
  'A26-01': held(
    `${flow} > discovery > A26-01: throws metadata of another issuer away, also one that differs in a slash alone; before 2026-07-28 that is told`,
  ),
  'A26-02': held(`${engineAuth} > AUT-15: a page that leaves for the login page comes back to a fresh engine`),
  ...each('A26', 3, 4, held(`${flow} > the answer > A26-03, A26-04: promised %s, iss %s: %s`)),
  'A26-05': held(`${flow} > the answer > A26-05: of an answer that may be another server’s nothing is shown`),
  'A26-06': held(`${flow} > registration > A26-06: two servers of one issuer share a registration, and never a token`),
  'A26-07': held(`${provider} > a server that changes its issuer: told, and nothing of the former one is used`),
  'A26-08': held(`${flow} > registration > A26-08: does not try a client that another issuer gave`),
  'A26-09': held(`${flow} > registration > A26-09, A26-12: registers as native on a loopback address, and for refresh tokens`),
  'A26-10': held(`${flow} > registration > A26-10: survives a refusal of the redirect URI and explains it`),
  'A26-11': held(`${engineAuth} > the record holds each request, masked on the screen and out of exports`),
  'A26-12': held(`${flow} > the login page > A26-12: adds offline_access only where the authorization server lists it`),
  'A26-13': held(`${flow} > tokens > A26-13, AUT-05: goes on without a refresh token, and no token ever stands in a URL`),
  'AEX-01': held(`${flow} > tokens > AEX-01: client credentials by %s`),
  'AEX-02': held(
    `${flow} > tokens > AEX-02, enterprise-managed > an ID token becomes an ID-JAG at the identity provider, and that a token; nobody is sent anywhere`,
    `${flow} > tokens > AEX-02, enterprise-managed > without one a person logs in at the identity provider, from here; a step-up asks for no other login`,
  ),
  'AEX-03': held('web/session/declared.test.ts > extensions of authorization are declared with what they are for, and never by themselves'),

  // Resources
  'RSC-01': held(pages, `${reading} > lists > repeated names keep their places, and any rubbish is an entry of its own`),
  'RSC-02': held(claimed),
  'RSC-03': held(
    `${everything} > reads a resource, fills a template and subscribes`,
    `${reading} > content > contents with neither text nor blob come with neither`,
  ),
  'RSC-04': held('mcp/content/sniff.test.ts > announced and found > a missing type is found and said', hostile),
  'RSC-05': held(addresses),
  'RSC-06': held(`${session} > answers > to a read with the code %i say that there is no such resource`, claimed),
  'RSC-07': held(`${session} > answers > to a read with the code %i say that there is no such resource`),
  'RSC-08': planned('resources: annotations are shown, and neither filter nor sort'),
  'RSC-09': held(`${rules} > %s may want input too, and that may be the roots`),
  'TPL-01': held(
    `${everything} > reads a resource, fills a template and subscribes`,
    `${reading} > lists > malformed annotations are noted on their own entry`,
  ),
  'TPL-02': held(
    'web/resources/uri-template.test.ts > variables > of every operator, in order, each once',
    'web/resources/uri-template.test.ts > expansion > reserved characters stay where the template lets them, blanks are left out',
    'web/resources/uri-template.test.ts > expansion > lists, pairs, prefixes',
  ),
  'TPL-03': held('web/session/use-completion.test.ts > a template or a prompt is named, and what was chosen before goes along'),
  'SUB-01': held(
    `${rules} > the log level and subscriptions are requests of their own`,
    'e2e/subscribe.spec.ts > a subscribed resource is read again when the server says that it changed',
  ),
  'SUB-02': held('web/session/notices.test.ts > a change makes stale what it names, of its own connection alone, and a burst does it once'),
  'LSN-01': held(notices, replaced),
  'LSN-02': held(notices, `${modern} > subscriptions > that the server does not make are an error`),
  'LSN-03': held(sharing),
  'LSN-04': not('a permission; one subscription at a time says all that is wanted'),
  'LSN-05': held(replaced, sharing),
  'LSN-06': held(notices, `${modern} > subscriptions > that break off are made anew, and given up when nothing comes of it`),
  'LSN-07': held(
    `${subscriptions} > what was subscribed to before > is a wish of the first subscription in the newer era`,
    `${subscriptions} > what was subscribed to before > is asked for again, one by one, where that is a request`,
    'web/session/engine-standing.test.ts > what was subscribed to is subscribed to again when the process is started anew, and the page is told to look',
  ),
  'LSN-08': held(
    `${subscriptions} > a gap > %s: is told once the stream is open again, and stands in the record`,
    'web/session/notices.test.ts > after a gap the lists of which the server tells are as good as changed, and no others',
  ),

  // Prompts
  'PRM-01': held(`${everything} > gets a prompt once its required arguments are there`),
  'PRM-02': held(`${everything} > gets a prompt once its required arguments are there`, `${reading} > lists > prompt arguments`),
  'PRM-03': held(`${reading} > content > a message holds one block, a list, or a bare string`),
  'PRM-04': held(hostile, 'web/ui/format.test.ts > marks what hides or turns text, and leaves emoji whole'),
  'PRM-05': held(`${rules} > %s may want input too, and that may be the roots`),

  // Tools
  'TOL-01': held(pages, `${reading} > lists > input schemas that are missing, empty or untyped stay callable and are noted`),
  'TOL-02': held(`${reading} > a tool with %j is called %j before its name`),
  'TOL-03': held(claimed),
  'TOL-04': held(`${everything} > lists tools, calls one and shows its result beside the form`),
  'TOL-05': held(silence, kept),
  'TOL-06': held(`${traffic} > pairing > tool errors, JSON-RPC errors and cancelled requests are told apart`),
  'TOL-07': not('there is no model here: a person sees both kinds'),
  'TOL-08': held(claimed),
  'TOL-09': held(`${reading} > lists > one bad output schema takes no other tool with it`),
  'TOL-10': held(`${reading} > content > all blocks of a result survive in order`),
  'TOL-11': planned('checks'),
  'TOL-12': held(`${reading} > content > all blocks of a result survive in order`, `${everything} > draws an image`),
  'TOL-13': held(gathered, `${suite} > sep-2322-client-request-state`),
  'TOL-14': not('the tools of several servers are never merged into one list'),
  'TOL-15': held('web/tools/task-support.test.ts > a call may be a task where server and tool both say so, in one revision'),
  'TOL-16': held(
    'web/session/auth-state.test.ts > TOL-16: after a login under way the lists are asked for again, and not after a mere renewal',
    'e2e/authorization.spec.ts > allows more for one tool, and sees what that lets in',
  ),
  'SCH-01': held(`${suite} > json-schema-2020-12-preservation`),
  'SCH-02': held('web/ui/SchemaForm/shapes.test.ts > a dialect that is not known is said, with those that are; its form works, unchecked'),
  'SCH-03': held(`${suite} > json-schema-ref-no-deref`),
  'SCH-04': held(
    'web/ui/SchemaForm/shapes.test.ts > what a reference outside would demand is not taken for met: where a value stands, it is said',
  ),
  'SCH-05': held('web/ui/SchemaForm/judge-desk.test.ts > a pattern that runs away is ended and said; what waits behind it is judged'),
  'SCH-06': held(
    'web/ui/SchemaForm/draft.test.ts > what people reported > conditions open and close members',
    'web/ui/SchemaForm/draft.test.ts > shapes of published servers > S21 allOf at the root; a required boolean is chosen, not assumed',
  ),
  'SCH-07': held('web/ui/SchemaForm/shapes.test.ts > a schema without a dialect is read as 2020-12, unless it is written as draft-07 was'),
  'ICO-01': held(claimed, 'web/ui/icon-address.test.ts > %s is drawn'),
  'ICO-02': held(claimed, 'web/ui/icon-address.test.ts > %s is not'),
  'ICO-03': not('no icon is fetched: those that come as data are drawn, of others the page says where they are'),
  'ICO-04': held('web/ui/icon-address.test.ts > %s is not'),
  'ICO-05': planned('main view: the first icon that comes as data is taken'),

  // Roots
  'ROO-01': held(spoken),
  'ROO-02': held(envelope),
  'ROO-03': held(`${engine} > what the page sees > roots are answered from what was set, and a change is told`),
  'ROO-04': held(`${rules} > %s may want input too, and that may be the roots`),
  'ROO-05': held('web/settings/root-uri.test.ts > what is no file URI is said'),
  'ROO-06': held(`${engine} > what the page sees > roots are answered from what was set, and a change is told`),
  'ROO-07': held(refusals, rootsAsked),
  'ROO-08': not('a page opens no files: a root is a statement to the server, and the page says so'),
  'ROO-09': held(rootsAsked),

  // Sampling
  'SAM-01': held(spoken, 'web/session/declared.test.ts > a revision is told what it knows'),
  'SAM-02': held(envelope),
  'SAM-03': held(`${everything} > lets the person answer a sampling request, or refuse it`, provided),
  'SAM-04': held(
    `${asks} > sampling > content may be one block or a list; further members are kept`,
    'web/asks/sampling-edit.test.ts > what was edited is told by its name, and put back it is no edit any more',
    provided,
  ),
  'SAM-05': held(`${asks} > sampling > an answer carries a stop reason only when one is chosen`),
  'SAM-06': held(
    `${asks} > sampling > content may be one block or a list; further members are kept`,
    `${reading} > content > tool results nest`,
  ),
  'SAM-07': held(`${models} > a hint chooses among the models that a provider has, in the order of the hints`),
  'SAM-08': held(`${models} > a chat completion is asked for with all that the request says, and its stream is read as it comes`),
  'SAM-09': held(agreed),
  'SAM-10': held(`${modern} > input that a server wants > that a person declines is an answer, and what she refuses ends the call`, round),
  'SAM-11': held(formDeclared),
  'SAM-12': held('web/asks/sampling-edit.test.ts > rules of tool use > a history that breaks them is told'),
  'SAM-13': held(
    'web/asks/sampling-edit.test.ts > rules of tool use > an answer that its server did not ask for is doubted, not stopped',
    `${models} > a chat completion is asked for with all that the request says, and its stream is read as it comes`,
  ),
  'SAM-14': held(ruled),
  'SAM-15': held(ruled),
  'SAM-16': not('no context is ever added, and the person is told so where it was asked for'),
  'SAM-17': not('a request is forgotten when it is answered; only its row in the record stays'),

  // Elicitation
  'ELI-01': held(spoken),
  'ELI-02': held(envelope, 'web/session/declared.test.ts > each switch is one member, and a part counts with its whole alone'),
  'ELI-03': held(`${asks} > elicitation > a missing mode is a form; fields for secrets are told`, formDeclared),
  'ELI-04': held(formDeclared),
  'ELI-05': held(
    visit,
    `${everything} > lets the person fill an elicitation form`,
    `${engine} > what the page sees > asks are put, answered and taken away`,
  ),
  'ELI-06': held(
    visit,
    `${everything} > lets the person fill an elicitation form`,
    `${engine} > what the page sees > asks are put, answered and taken away`,
  ),
  'ELI-07': held(visit),
  'ELI-08': held(
    `${everything} > lets the person fill an elicitation form`,
    'web/asks/elicitation-subset.test.ts > what never was: %s',
    'web/asks/elicitation-subset.test.ts > %s is allowed in every revision',
  ),
  'ELI-09': held(agreed, 'web/ui/SchemaForm/draft.test.ts > shapes of published servers > S27 titled choices send their constants'),
  'ELI-10': held(
    `${suite} > elicitation-sep1034-client-defaults`,
    'web/ui/SchemaForm/draft.test.ts > shapes of published servers > S27 titled choices send their constants',
  ),
  'ELI-11': held('e2e/asks.spec.ts > what does not look like its format is not sent unasked', round),
  'ELI-12': held(visit),
  'ELI-13': held(visit),
  'ELI-14': held(
    'web/ui/web-address.test.ts > the host of %s is the one that the browser goes to',
    'e2e/asks.spec.ts > an address that is not what it seems is told',
  ),
  'ELI-15': held(agreed),
  'ELI-16': held(visit),
  'ELI-17': held('e2e/asks.spec.ts > a call that wants a page visited first names the page where the answer would be'),
  'ELI-18': held(gathered, `${modern} > input that a server wants > may be wanted again; nothing of the round before goes along`),
  'ELI-19': held(`${asks} > elicitation > a missing mode is a form; fields for secrets are told`),
  'ELI-20': held(
    `${engineAuth} > under way > ELI-20: a page that the server wants visited, be it a login, changes nothing of the token and asks nobody for another`,
    visit,
  ),

  // Input that results want
  'MRT-01': held(gathered, round),
  'MRT-02': held(`${modern} > input that a server wants > may be none: the request is sent again after a while`),
  'MRT-03': held(gathered),
  'MRT-04': held(
    `${modern} > input that a server wants > may be wanted again; nothing of the round before goes along`,
    `${suite} > sep-2322-client-request-state`,
  ),
  'MRT-05': held(gathered),
  'MRT-06': held(`${modern} > a result %s is none`),
  'MRT-07': held(
    `${rules} > input that a server wants without end is given no more than 25 times`,
    `${modern} > input that a server wants > is no longer wanted when the call is cancelled, or the connection ends`,
  ),
  'MRT-08': held(gathered),
  'MRT-09': held(undeclared),
  'MRT-10': not('results are not cached: each call goes out'),

  // Progress, cancelling, limits
  'PRG-01': held(silence, gathered),
  'PRG-02': held(
    `${rules} > notifications of the server > of progress reach the call whose token they name, and no other; a fraction is a fraction`,
    silence,
  ),
  'PRG-03': held(
    `${rules} > notifications of the server > of progress reach the call whose token they name, and no other; a fraction is a fraction`,
    `${engine} > what the page sees > a flood is pushed in few windows, and a sleeping page gets two`,
  ),
  'PRG-04': not('a permission; an answer waits for a person, of whose progress nothing can be told'),
  'PRG-05': held(`${tasks} > the progress of a call that became a task goes on to be told, by the token of that call`),
  'CAN-01': held(cancelled, `${session} > handshake > initialize is never cancelled: its exchange is broken off`),
  'CAN-02': held(
    `${rules} > an answer that comes after the call was cancelled goes into the record, and to nobody`,
    `${limits} > a late answer > is told as late, and ends nothing`,
  ),
  'CAN-03': held(
    `${session} > what the server asks > goes away when the server takes it back, and is not answered`,
    `${rules} > notifications of the server > of cancelling that are malformed or name nothing known do no harm, and get no answer`,
  ),
  'CAN-04': held(`${rules} > an answer that comes after the call was cancelled goes into the record, and to nobody`),
  'CAN-05': held(`${tasks} > of the extension > is cancelled by a request of its own, and its ask goes away with it`),
  'CAN-06': held(closing, `${era} > over a pipe > a call of a modern one is cancelled by a notification`),
  'TMO-01': held(silence, `${rules} > a call that waits for ever is no reason to start it twice`),
  'TMO-02': held(silence, `${limits} > progress never extends the limit for the whole`),
  'PIN-01': held(refusals),
  'PIN-02': held('web/session/engine-standing.test.ts > a keep-alive that is changed while connected holds at once'),
  'PIN-03': held(`${engineEra} > the era > is found over stdio, and keep-alive follows it`),

  // Logging
  'LOG-01': held(`${rules} > the log level and subscriptions are requests of their own`),
  'LOG-02': held(`${modern} > each request > asks for log messages once a level is set`),
  'LOG-03': held(`${traffic} > a log message has its level for a status, and the console leaves out what is below one`),
  'LOG-04': held(
    `${traffic} > a log message has its level for a status, and the console leaves out what is below one`,
    `${engine} > what the page sees > a flood is pushed in few windows, and a sleeping page gets two`,
  ),
  'LOG-05': held(strayed),

  // Completion
  'CMP-01': held('web/session/use-completion.test.ts > servers that declare it are asked, and those that could not yet'),
  'CMP-02': held('web/session/use-completion.test.ts > a template or a prompt is named, and what was chosen before goes along'),
  'CMP-03': held('web/session/use-completion.test.ts > a template or a prompt is named, and what was chosen before goes along'),
  'CMP-04': held('web/session/use-completion.test.ts > values are read once each, and what is missing is said'),
  'CMP-05': held(agreed),
  'CMP-06': held(agreed),

  // Pages and freshness
  'PAG-01': held(pages),
  'PAG-02': not('no cursor is kept: a list is read whole, and anew with each connection'),
  'PAG-03': held(
    pages,
    'web/session/list-query.test.ts > null is the end as well; a cursor that is no text, or comes twice, is an end that is said',
  ),
  'PAG-04': held(pages),
  'PAG-05': held(
    'web/session/list-query.test.ts > %s is read page by page',
    'web/session/list-query.test.ts > a cursor that the server does not take ends the list with its error',
  ),
  'CAC-01': held(
    'web/session/list-query.test.ts > lifetimes count where a person wants it: a stale list is asked for when it is looked at, and never by the clock',
    'web/session/list-query.test.ts > a list is as fresh as the page that ends first, and private when one page is',
  ),
  'CAC-02': not('what was answered stands in for nothing else: each request of a person goes out'),
  'CAC-03': held(
    'web/session/auth-state.test.ts > TOL-16: after a login under way the lists are asked for again, and not after a mere renewal',
  ),
  'CAC-04': held('web/session/notices.test.ts > a change makes stale what it names, of its own connection alone, and a burst does it once'),
  'CAC-05': held(
    'web/session/list-query.test.ts > lifetimes count where a person wants it: a stale list is asked for when it is looked at, and never by the clock',
  ),
  'CAC-06': not('pages are not kept one by one: a list is read whole'),
  'CAC-07': not('a permission'),

  // Tasks
  'TSK-01': held('web/session/declared.test.ts > each switch is one member, and a part counts with its whole alone'),
  'TSK-02': held('web/tools/task-support.test.ts > a call may be a task where server and tool both say so, in one revision'),
  'TSK-03': held(
    'web/tools/task-support.test.ts > what is asked for: nothing, a task, or one that is kept for a time',
    `${tasks} > both shapes of a task are read, and what is none is none`,
    'e2e/tasks.spec.ts > 2025-11-25: a tool that must be a task is one, is followed and cancelled',
  ),
  'TSK-04': held(`${tasks} > of 2025-11-25 > is polled until it is over, and its result is fetched`),
  'TSK-05': held(`${tasks} > of 2025-11-25 > that wants input is asked for its result early, once, and polled on meanwhile`),
  'TSK-06': held(`${tasks} > of 2025-11-25 > is polled until it is over, and its result is fetched`),
  'TSK-07': held(`${tasks} > of 2025-11-25 > is polled until it is over, and its result is fetched`),
  'TSK-08': held('mcp/session/asks.test.ts > what belongs to a task is answered as what belongs to it'),
  'TSK-09': held(
    'mcp/session.subscriptions.test.ts > tasks > of the older era: what is told of one is heard on the stream of a request and on the GET stream alike',
  ),
  'TSK-10': held('e2e/tasks.spec.ts > 2025-11-25: a tool that must be a task is one, is followed and cancelled'),
  'TSK-11': held(
    'mcp/session/asks.test.ts > what a server asks as a task is one at once, and answered when it comes for it',
    'mcp/session/asks.test.ts > a task of ours that the server cancels takes its ask away',
    'mcp/session/asks.test.ts > what we did not declare is no task, whatever the server wishes',
  ),
  'TSK-12': held(`${tasks} > of 2025-11-25 > is polled until it is over, and its result is fetched`),
  'TSX-01': held('mcp/session/asks.test.ts > a call may become a task where that was declared, and no other request', newerTask),
  'TSX-02': held(`${tasks} > both shapes of a task are read, and what is none is none`),
  'TSX-03': held(newerTask, `${tasks} > of 2025-11-25 > survives a connection that ends, and one that its server forgot says so`),
  'TSX-04': held(taskInput, newerTask),
  'TSX-05': held(taskInput),
  'TSX-06': held(`${tasks} > of the extension > is cancelled by a request of its own, and its ask goes away with it`),
  'TSX-07': held('mcp/session/asks.test.ts > a call may become a task where that was declared, and no other request'),
  'TSX-08': held(
    'mcp/session.subscriptions.test.ts > tasks > are told of by a stream of their own, which neither ends nor renews the other',
    `${tasks} > of the extension > is told of where the server agrees to, and then asked for rarely`,
    `${tasks} > of the extension > is asked for as before where the server will not tell, and that is not asked again`,
  ),
  'TSX-09': held(`${tasks} > both shapes of a task are read, and what is none is none`),
  'TSX-10': held('web/session/declared.test.ts > a revision is told what it knows'),

  // Apps
  'APP-01': held(`${extensions} > apps and skills are extensions in both eras, and apps say which documents can be drawn`),
  'APP-02': held(`${apps} > the link of a tool > is read in both spellings, and a link that leads elsewhere says so`),
  'APP-03': held(`${apps} > the document of an app > is one payload of the right type, as text or base64`, appsPage),
  'APP-04': held('web/tools/tools.test.ts > the list > a tool with an app, and one for apps alone, say so'),
  'APP-05': held(`${apps} > the host > refuses %j without asking anybody`, appsPage),
  'APP-06': held(stage, appsPage),
  'APP-07': held(appsPage),
  'APP-08': held(appsPage),
  'APP-09': held(`${apps} > the policy > lets nothing out unless it is declared`, `${apps} > the policy > leaves %j out and says so`),
  'APP-10': held(`${apps} > the policy > lets nothing out unless it is declared`, stage),
  'APP-11': not('No permission is granted; which are asked for is shown.'),
  'APP-12': held(`${apps} > the host > says nothing before the app is ready, then feeds it in order and once`),
  'APP-13': held(appsPage),
  'APP-14': held(`${apps} > the host > says nothing before the app is ready, then feeds it in order and once`),
  'APP-15': held(
    `${apps} > the host > asks for consent to tools, links, messages and context, and refuses with -32000`,
    `${apps} > the host > saves files with consent, those of a link as the server has them`,
    appsPage,
  ),
  'APP-16': held(
    `${apps} > the host > answers a display mode with the one that results, and never takes one that the app did not list`,
    `${apps} > the host > heeds sizes, and says what is no message of the dialect`,
  ),
  'APP-17': held(`${apps} > the host > tells changes of the surroundings, and waits for the app when it is taken down`),
  'APP-18': held(`${apps} > the host > heeds sizes, and says what is no message of the dialect`, appsPage),
  'APP-19': held(`${apps} > the newest word to the model stands alone, those to the conversation after each other`),
  'APP-20': held(`${apps} > the host > tells changes of the surroundings, and waits for the app when it is taken down`, appsPage),

  // Security
  'SEC-01': held('e2e/start.spec.ts > a deep link fills the form, says so, and waits for the person'),
  'SEC-02': held(
    'e2e/start.spec.ts > two servers at once: one that dies leaves the other alone',
    'e2e/kept-apart.spec.ts > the number of one server’s resources is not shown for another',
  ),
  'SEC-03': held(addresses, 'e2e/asks.spec.ts > an address that is not what it seems is told'),
  'SEC-04': held(`${child} > a child > gets no shell, its own arguments, its variables and folder, and no secrets of ours`),
  'SEC-05': held('web/ui/web-address.test.ts > the host of %s is the one that the browser goes to'),
  'SEC-06': held('proxy/attack.test.ts > the page > has the policy of the page, of the engine and of the validator, each on its own file'),
  'SEC-07': held(
    'proxy/relay.test.ts > what a server named leads into a private network only from within one',
    `${flow} > discovery > cases 174 and A26-07: a public server may not lead into a private network, and a change of the issuer is told`,
  ),
  'SEC-08': not(
    'there is no such way: a link names a URL alone, and a command runs only when a person presses Connect beside it, or typed it in a shell',
  ),
  'SEC-09': planned('connecting'),
  'SEC-10': held(
    `${child} > a child > gets no shell, its own arguments, its variables and folder, and no secrets of ours`,
    `${child} > ending > a child that ignores everything is killed with what it started`,
  ),
  'SEC-11': held(
    'proxy/attack.test.ts > every route > refuses what a page of another site asks, and lets a person follow a link',
    'proxy/attack.test.ts > the tunnel > refuses the upgrade of another site before it accepts it',
    'e2e/start.spec.ts > without the token the page can start nothing, and says what to do',
  ),
  'SEC-12': held(
    'proxy/relay.test.ts > what is sent > headers cross as written, case and doubles too, and nothing is added but what HTTP needs',
  ),
  'SEC-13': held(
    'proxy/bridge.test.ts > a stranger with server-everything > two clients have two servers, so that their answers cannot be swapped',
  ),
  'SEC-14': held(
    'proxy/relay.test.ts > what is sent > headers cross as written, case and doubles too, and nothing is added but what HTTP needs',
    'proxy/relay.test.ts > what comes back > a stream comes piece by piece, also when it was packed against our wish',
    'proxy/relay.test.ts > what comes back > an abort reaches the server, and nothing is told after it',
  ),
  'SEC-15': planned('sharing'),
  'SEC-16': planned('limits'),
  'SEC-17': held('web/ui/format.test.ts > marks what hides or turns text, and leaves emoji whole', hostile),

  // In a browser
  'BRW-01': held(
    'mcp/transport/cors.test.ts > a preflight answer > with stars covers all but Authorization',
    `${engine} > over HTTP > goes through the proxy when one header is not allowed, and names it`,
  ),
  'BRW-02': held(`${engine} > over HTTP > a session id that the page cannot read sends everything through the proxy`),
  'BRW-03': planned('checks'),
  'BRW-04': held(
    `${flow} > discovery > BRW-04: where CORS keeps an answer from the page, the proxy asks; what carries a secret goes by the proxy at once`,
  ),
  'BRW-05': planned('connecting'),
  'BRW-06': planned('limits'),
  'BRW-07': held(`${paramHeaders} > values > %j travel as %s`),
  'BRW-08': planned('connecting: what a reload cut off is named afterwards, and not warned of before'),
}
