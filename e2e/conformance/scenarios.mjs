// The scenarios of the official suite (client mode) that need no authorization, and what a
// person does in the page for each. A driver is `loupe.mjs`; the suite's own server is at the other end.

/** @typedef {import('./loupe.mjs').Loupe} Loupe */

const LEGACY = ['2025-06-18', '2025-11-25']
const MODERN = ['2026-07-28']

/** Loads the first skill, which does not match its entry, and tries its other file all the same. @param {Loupe} loupe */
async function loadsTampered(loupe) {
  const [skill] = await loupe.list('Skills', 'Skills')
  await loupe.choose('Skills', skill)
  await loupe.page.getByRole('button', { name: 'Load', exact: true }).click()
  await loupe.page.locator('section[data-state=refused]').waitFor()
  await loupe.page.getByRole('button', { name: 'Read FORMS.md', exact: true }).click({ force: true })
}

/** @type {{ name: string, versions: string[], era?: string, run: (loupe: Loupe, context: any) => Promise<void> }[]} */
export const SCENARIOS = [
  { name: 'initialize', versions: LEGACY, run: (loupe) => loupe.looked() },
  {
    name: 'tools_call',
    versions: [...LEGACY, ...MODERN],
    async run(loupe) {
      const [first] = await loupe.tools()
      await loupe.openTool(first)
      await loupe.page.getByLabel('a', { exact: true }).fill('2')
      await loupe.page.getByLabel('b', { exact: true }).fill('3')
      await loupe.press('done')
    },
  },
  {
    name: 'elicitation-sep1034-client-defaults',
    versions: ['2025-11-25'],
    async run(loupe) {
      await loupe.openTool('test_client_elicitation_defaults')
      await loupe.press()
      await loupe.approve('Elicitation request')
      await loupe.settled()
    },
  },
  {
    name: 'sse-retry',
    versions: ['2025-11-25'],
    async run(loupe) {
      await loupe.openTool('test_reconnection')
      await loupe.press('done')
    },
  },
  { name: 'request-metadata', versions: MODERN, run: (loupe) => loupe.looked() },
  {
    name: 'sep-2322-client-request-state',
    versions: MODERN,
    async run(loupe) {
      for (const tool of ['test_mrtr_echo_state', 'test_mrtr_no_state']) {
        await loupe.openTool(tool)
        await loupe.press()
        // Another call while the question waits: it must carry nothing of this one.
        await loupe.page.getByRole('button', { name: 'Answer', exact: true }).waitFor()
        await loupe.openTool('test_mrtr_unrelated')
        await loupe.press('done')
        await loupe.openTool(tool)
        await loupe.approve('Elicitation request')
        await loupe.settled('done')
      }
      await loupe.openTool('test_mrtr_no_result_type')
      await loupe.press('done')
    },
  },
  {
    name: 'http-standard-headers',
    versions: MODERN,
    async run(loupe) {
      const [tool] = await loupe.tools()
      await loupe.openTool(tool)
      await loupe.press()
      await loupe.settled()
      const [resource] = await loupe.list('Resources', 'Resources')
      await loupe.choose('Resources', resource)
      await loupe.page.getByRole('button', { name: 'Read', exact: true }).click()
      await loupe.sent('resources/read')
      const [prompt] = await loupe.list('Prompts', 'Prompts')
      await loupe.choose('Prompts', prompt)
      await loupe.page.getByRole('button', { name: 'Get prompt', exact: true }).click()
      await loupe.sent('prompts/get')
    },
  },
  {
    name: 'http-custom-headers',
    versions: MODERN,
    async run(loupe, context) {
      for (const { name, arguments: args } of context.toolCalls) {
        await loupe.openTool(name, JSON.stringify(args))
        await loupe.press('done')
      }
    },
  },
  {
    name: 'http-invalid-tool-headers',
    versions: MODERN,
    async run(loupe) {
      await loupe.each(async () => {
        if (!(await loupe.callButton.isEnabled())) return
        await loupe.press()
        await loupe.settled()
      })
    },
  },
  {
    name: 'json-schema-ref-no-deref',
    versions: MODERN,
    // The form is drawn too: that must fetch nothing either.
    async run(loupe) {
      await loupe.each(() => loupe.page.getByRole('tabpanel', { name: 'Arguments: form' }).waitFor())
    },
  },
  {
    name: 'json-schema-2020-12-preservation',
    versions: ['2025-11-25', ...MODERN],
    async run(loupe) {
      await loupe.openTool('json_schema_2020_12_tool')
      const { tools } = await loupe.answerTo('tools/list')
      const { inputSchema } = tools.find(({ name }) => name === 'json_schema_2020_12_tool')
      await loupe.openTool('json_schema_echo', JSON.stringify({ schema: inputSchema }))
      await loupe.press('done')
    },
  },
  {
    name: 'sep-2640-client-no-prefetch',
    versions: ['extension'],
    era: 'auto',
    async run(loupe) {
      const [skill] = await loupe.list('Skills', 'Skills')
      await loupe.choose('Skills', skill)
      await loupe.page.getByRole('list', { name: 'Files of the skill' }).waitFor()
    },
  },
  ...['digest', 'size', 'frontmatter'].map((what) => ({
    name: `sep-2640-client-verify-${what}`,
    versions: ['extension'],
    era: 'auto',
    run: loadsTampered,
  })),
]
