// What a person does, in words that hold in every engine.
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

const everything = (root) => `${process.execPath} ${join(root, 'node_modules/@modelcontextprotocol/server-everything/dist/index.js')} stdio`

async function connect(page, { url, root }) {
  await page.goto(url)
  await page.type('label', 'Command line', everything(root))
  await page.click('button', 'Connect')
  await page.there('css', '[data-testid=connection][data-status=connected]')
}

async function panel(page, name) {
  await page.click('css', `nav[aria-label=Panels] a[href$="/${name}"]`)
}

export const journeys = {
  'connects, calls a tool, and keeps the form beside its result': async (page, about) => {
    await connect(page, about)
    await panel(page, 'tools')
    await page.click('option', 'echo')
    await page.type('label', 'message', 'from another engine')
    await page.click('button', 'Call')
    await page.result('done')
    await page.says('Echo: from another engine')
  },
  'follows a long call and cancels it': async (page, about) => {
    await connect(page, about)
    await panel(page, 'tools')
    await page.click('option', 'trigger-long-running-operation')
    await page.type('label', 'duration', '20')
    await page.click('button', 'Call')
    await page.there('css', 'section[aria-label=Result] [role=progressbar], section[aria-label=Result] progress')
    await page.click('button', 'Cancel')
    await page.result('cancelled')
  },
  'answers a sampling request': async (page, about) => {
    await connect(page, about)
    await panel(page, 'tools')
    await page.click('option', 'trigger-sampling-request')
    await page.type('label', 'prompt', 'What is a loupe?')
    await page.click('button', 'Call')
    await page.click('button', 'Answer')
    await page.says('What is a loupe?')
    await page.type('label', 'Answer', 'A small magnifying glass.')
    await page.click('button', 'Approve')
    await page.result('done')
    await page.says('A small magnifying glass.')
  },
  'reads a resource and a prompt': async (page, about) => {
    await connect(page, about)
    await panel(page, 'resources')
    await page.click('option', 'features.md')
    await page.click('button', 'Read')
    await page.says('Everything Server')
    await panel(page, 'prompts')
    await page.click('option', 'args-prompt')
    await page.type('label', 'city', 'Tromsø')
    await page.click('button', 'Get prompt')
    await page.says('Tromsø')
  },
  'shows the traffic, finds in it, and survives a reload': async (page, about) => {
    await connect(page, about)
    await panel(page, 'tools')
    await page.there('option', 'echo')
    await panel(page, 'traffic')
    await page.says('initialize')
    await page.type('css', 'input[aria-label="Filter traffic"], [role=combobox][aria-label="Filter traffic"]', 'method:tools/list')
    await page.until('two rows of tools/list', async () => {
      const rows = String(
        await page.read(
          '() => [...document.querySelectorAll("[role=grid][aria-label=Traffic] [role=row]")].map((row) => row.innerText).join("|")',
        ),
      )
      return rows.includes('tools/list') && !rows.includes('initialize')
    })
    await page.reload()
    await page.there('css', '[data-testid=connection][data-status=connected]')
  },
  'a shared page shows its record from a file, and its keys': async (page, about) => {
    await connect(page, about)
    await panel(page, 'tools')
    await page.there('option', 'echo')
    await panel(page, 'traffic')
    await page.says('initialize')
    // What is saved is taken on its way to the disk.
    await page.read(`() => {
      const made = URL.createObjectURL.bind(URL)
      URL.createObjectURL = (blob) => {
        void blob.text().then((text) => (window.sharedPage = text))
        return made(blob)
      }
    }`)
    await page.click('button', 'Export record…')
    await page.click('css', 'dialog label:nth-of-type(3) input[type=radio]')
    await page.click('button', 'Save')
    const text = await page.until('the page is written', () => page.read('() => window.sharedPage ?? ""'))
    const file = join(about.folder, 'shared.html')
    about.write(file, text)
    await page.goto(pathToFileURL(file).href)
    await page.says('initialize')
    await page.click('button', 'Keys')
    await page.says('To the search field')
    await page.click('css', 'dialog button[aria-label=Close]')
    await page.type('css', '[aria-label="Filter traffic"]', 'method:tools/list')
    await page.until('rows of tools/list alone', async () => {
      const rows = String(await page.read('() => document.querySelector("[role=grid]")?.innerText ?? ""'))
      return rows.includes('tools/list') && !rows.includes('initialize')
    })
    await page.click('css', '[role=grid] [role=row][aria-rowindex="2"]')
    await page.there('css', 'section[aria-label=Message] [role=tab]')
  },
  'a large result opens and is searched': async (page, about) => {
    await page.goto(about.url)
    await page.type('label', 'Command line', `${process.execPath} ${join(about.root, 'e2e/servers/contents.mjs')}`)
    await page.click('button', 'Connect')
    await page.there('css', '[data-testid=connection][data-status=connected]')
    await panel(page, 'tools')
    await page.click('option', 'large')
    await page.type('label', 'size', '1')
    await page.click('button', 'Call')
    await page.says('12,500 lines')
    await page.click('button', 'Find')
    await page.type('css', 'input[type=search][aria-label="Find in Text"]', '12499 the quick')
    await page.says('1 of 1')
  },
}
