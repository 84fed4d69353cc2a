import { expect, it } from 'vitest'
import * as theirs from '../session/auth-names.ts'
import * as ours from './names.ts'

it('/callback and the page find each other by the same names', () => expect({ ...ours }).toEqual({ ...theirs }))
