// The formats of a report, as the command line writes them and the page offers them.
import { jsonOf, junitOf, markdownOf, textOf, type Format } from './report.ts'
import type { Checked } from './report-head.ts'
import { htmlOf, sarifOf } from './report-pages.ts'

export interface ReportFormat {
  title: string
  /** Media type, and what a file's name ends with. */
  type: string
  ending: string
  write(checked: Checked, colours: boolean): string
}

export const FORMATS: { readonly [format in Format]: ReportFormat } = {
  text: { title: 'Text', type: 'text/plain', ending: 'txt', write: textOf },
  markdown: { title: 'Markdown', type: 'text/markdown', ending: 'md', write: markdownOf },
  html: { title: 'HTML', type: 'text/html', ending: 'html', write: htmlOf },
  json: { title: 'JSON', type: 'application/json', ending: 'json', write: jsonOf },
  junit: { title: 'JUnit', type: 'application/xml', ending: 'xml', write: junitOf },
  sarif: { title: 'SARIF', type: 'application/sarif+json', ending: 'sarif', write: sarifOf },
}
