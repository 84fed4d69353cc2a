// The checks as a report to take along: copied as Markdown, or saved in any format of the command line.
import { useState } from 'react'
import type { Format } from '#mcp/conformance/report.ts'
import { CopyButton } from '../ui/CopyButton.tsx'
import { Menu } from '../ui/Menu.tsx'
import { download } from '../ui/viewers/download.ts'
import type { ReportWish } from './report.ts'

const OFFERED: readonly [format: Format, title: string, note: string][] = [
  ['markdown', 'Markdown', 'for an issue'],
  ['html', 'HTML', 'one page, for people'],
  ['text', 'Text', 'as in a shell'],
  ['json', 'JSON', 'for programs'],
  ['junit', 'JUnit', 'for build servers'],
  ['sarif', 'SARIF', 'for code hosts'],
]

const write = async (format: Format, wish: ReportWish) => (await import('./report.ts')).reportOf(format, wish)

export function Export({ wish }: { wish: ReportWish }) {
  const [failure, setFailure] = useState<string>()
  const save = async (format: Format): Promise<void> => {
    try {
      const { text, type, name } = await write(format, wish)
      setFailure(undefined)
      download(name, text, type)
    } catch (error) {
      setFailure(`The report could not be written: ${(error as Error).message}`)
    }
  }
  return (
    <>
      {failure !== undefined && <span role="alert">{failure}</span>}
      <CopyButton label="Copy as Markdown" text={async () => (await write('markdown', wish)).text} />
      <Menu
        label="Save report"
        items={OFFERED.map(([format, title, note]) => ({ id: format, title, note, onSelect: () => void save(format) }))}
      />
    </>
  )
}
