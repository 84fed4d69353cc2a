// Colours source apart from the page: a grammar that runs away on what a server sent is ended with its worker.
import { createLowlight } from 'lowlight'
import bash from 'highlight.js/lib/languages/bash'
import c from 'highlight.js/lib/languages/c'
import cpp from 'highlight.js/lib/languages/cpp'
import csharp from 'highlight.js/lib/languages/csharp'
import css from 'highlight.js/lib/languages/css'
import diff from 'highlight.js/lib/languages/diff'
import dockerfile from 'highlight.js/lib/languages/dockerfile'
import go from 'highlight.js/lib/languages/go'
import graphql from 'highlight.js/lib/languages/graphql'
import ini from 'highlight.js/lib/languages/ini'
import java from 'highlight.js/lib/languages/java'
import javascript from 'highlight.js/lib/languages/javascript'
import kotlin from 'highlight.js/lib/languages/kotlin'
import lua from 'highlight.js/lib/languages/lua'
import php from 'highlight.js/lib/languages/php'
import python from 'highlight.js/lib/languages/python'
import ruby from 'highlight.js/lib/languages/ruby'
import rust from 'highlight.js/lib/languages/rust'
import sql from 'highlight.js/lib/languages/sql'
import swift from 'highlight.js/lib/languages/swift'
import typescript from 'highlight.js/lib/languages/typescript'
import xml from 'highlight.js/lib/languages/xml'
import yaml from 'highlight.js/lib/languages/yaml'
import { paintOf, type Painted, type ToPaint } from './paint.ts'

const grammars = { bash, c, cpp, csharp, css, diff, dockerfile, go, graphql, ini, java, javascript, kotlin, lua, php, python, ruby }
const lowlight = createLowlight({ ...grammars, rust, sql, swift, typescript, xml, yaml })

type Node = ReturnType<typeof lowlight.highlight>['children'][number]

self.onmessage = ({ data: { id, language, text } }: MessageEvent<ToPaint>) => {
  const runs: number[] = []
  let at = 0
  const walk = (nodes: Node[], paint: number) => {
    for (const node of nodes) {
      if (node.type === 'text') {
        if (paint !== 0) runs.push(at, at + node.value.length, paint)
        at += node.value.length
      } else if (node.type === 'element') {
        const names = node.properties.className
        walk(node.children, (Array.isArray(names) && paintOf(names.map(String))) || paint)
      }
    }
  }
  if (lowlight.registered(language)) walk(lowlight.highlight(language, text).children, 0)
  const painted: Painted = { id, runs: new Uint32Array(runs) }
  self.postMessage(painted, { transfer: [painted.runs.buffer] })
}
self.postMessage('up')
