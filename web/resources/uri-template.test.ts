import { describe, expect, test } from 'vitest'
import { expand, readTemplate } from './uri-template.ts'

describe('variables', () => {
  test('of every operator, in order, each once', () => {
    const reading = readTemplate('a://{x}{+path}{#frag}{.dot}{/seg*}{;p:3}{?q,lang}{&x,more}')
    if (reading.kind === 'broken') throw new Error(reading.why)
    expect(reading.variables.map(({ name, operator }) => operator + name)).toEqual([
      'x',
      '+path',
      '#frag',
      '.dot',
      '/seg',
      ';p',
      '?q',
      '?lang',
      '&more',
    ])
    expect(reading.variables[4]).toMatchObject({ explodes: true })
    expect(reading.variables[5]).toMatchObject({ prefix: 3 })
  })

  test.each([
    ['a://{x', 'never closed'],
    ['a://x}', 'closes nothing'],
    ['a://{}', 'no variable name'],
    ['a://{a b}', 'no variable name'],
    ['a://{|x}', 'reserved'],
    ['a://{x*:3}', 'no variable name'],
    [`a://${'{x*}'.repeat(5000)}`, 'characters'],
  ])('%s is named as broken', (template, why) => {
    expect(readTemplate(template)).toMatchObject({ kind: 'broken', why: expect.stringContaining(why) })
    expect(expand(template, { x: '1' })).toBe('')
  })
})

describe('expansion', () => {
  test('reserved characters stay where the template lets them, blanks are left out', () => {
    expect(expand('docs://{+path}{?q,lang}', { path: 'a/b c', q: 'x&y' })).toBe('docs://a/b%20c?q=x%26y')
    expect(expand('docs://{+path}{?q,lang}', { path: 'a', q: '', lang: null })).toBe('docs://a?q=')
    expect(expand('docs://{path}{?q}', { path: 'a/b' })).toBe('docs://a%2Fb')
  })

  test('lists, pairs, prefixes', () => {
    expect(expand('x://h{/seg*}', { seg: ['a', 'b c'] })).toBe('x://h/a/b%20c')
    expect(expand('x://h{?pairs*}', { pairs: { k: 1, l: 'm' } })).toBe('x://h?k=1&l=m')
    expect(expand('x://{var:3}', { var: 'abcdef' })).toBe('x://abc')
  })

  test('a variable that stands there twice is used in each way', () => {
    expect(expand('x://{id:2}/{id}', { id: 'abcdef' })).toBe('x://ab/abcdef')
    expect(expand('x://{id}{/id:3}', { id: 'abcdef' })).toBe('x://abcdef/abc')
    expect(readTemplate('x://{list}{?list*}')).toMatchObject({ variables: [{ name: 'list', explodes: true }] })
    expect(expand('x://{list}{?list*}', { list: ['a', 'b'] })).toBe('x://a,b?list=a&list=b')
  })

  test.each([
    ['{var:30}', 'value'],
    ['{+path:6}here', '/foo/bhere'],
    ['{#path:6}here', '#/foo/bhere'],
    ['X{.list*}', 'X.red.green.blue'],
    ['{/list*,path:4}', '/red/green/blue/%2Ffoo'],
    ['{;hello:5}', ';hello=Hello'],
    ['{;keys*}', ';semi=%3B;dot=.;comma=%2C'],
    ['{?x,y,empty}', '?x=1024&y=768&empty='],
    ['{&list}', '&list=red,green,blue'],
    ['{;x,y,empty,undef}', ';x=1024;y=768;empty'],
    ['{+half}', '50%25'],
    ['?fixed=yes{&x}', '?fixed=yes&x=1024'],
  ])('all levels: %s', (template, uri) => {
    const keys = { semi: ';', dot: '.', comma: ',' }
    const list = ['red', 'green', 'blue']
    const values = {
      var: 'value',
      hello: 'Hello World!',
      path: '/foo/bar',
      x: '1024',
      y: '768',
      empty: '',
      half: '50%',
      undef: null,
      list,
      keys,
    }
    expect(expand(template, values)).toBe(uri)
  })

  test('names of Object.prototype are nothing special', () => {
    expect(expand('x://{constructor}{toString}', {})).toBe('x://')
    expect(expand('x://{constructor}', { constructor: 'c' })).toBe('x://c')
    expect(expand('x://{__proto__}', JSON.parse('{"__proto__":"p"}') as never)).toBe('x://p')
  })
})
