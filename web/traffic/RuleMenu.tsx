// From the messages with findings to those that break one rule. Nothing where there is but one.
import type { Filter } from '#mcp/traffic/filter.ts'
import { Menu } from '../ui/Menu.tsx'
import { grouped } from '../ui/format.ts'
import { useBrokenRules } from './broken-rules.ts'
import { FINDING, ruleOf, withRule } from './filter-words.ts'
import style from './RuleMenu.module.css'

export interface RuleMenuProps {
  connection: string
  filter: string
  terms: Filter['terms']
  onFilter: (filter: string) => void
}

export function RuleMenu({ connection, filter, terms, onFilter }: RuleMenuProps) {
  const rules = useBrokenRules(connection)
  const chosen = ruleOf(terms)
  if (rules.length < 2) return null
  return (
    <Menu
      label="By rule"
      button={chosen ?? 'by rule'}
      className={style.opener}
      title={`${rules.length} rules are broken`}
      subject={connection}
      items={[
        { id: FINDING, title: 'all with findings', checked: chosen === undefined, onSelect: () => onFilter(withRule(filter, FINDING)) },
        ...rules.map(({ id, level, says, outcome, times }) => ({
          id,
          title: (
            <>
              <span className={style[outcome]}>{id}</span> {level}: {says}
            </>
          ),
          note: `${grouped(times)}×`,
          checked: chosen === id,
          onSelect: () => onFilter(withRule(filter, `rule:${id}`)),
        })),
      ]}
    />
  )
}
