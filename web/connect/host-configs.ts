// The configurations of other programs that lie on this machine, as the proxy sees them. None is read before a person asks for it.
import { useQuery } from '@tanstack/react-query'
import { call } from '../session/engine.ts'
import { useProxy } from '../session/proxy-state.ts'

export interface FoundConfig {
  /** What people call the program. */
  host: string
  /** Its whole path. */
  file: string
}

const NONE: FoundConfig[] = []

export function useHostConfigs(): FoundConfig[] {
  const open = useProxy(({ state }) => state.kind === 'open')
  const { data } = useQuery({
    queryKey: ['host-configs'],
    queryFn: async () => {
      const answer = await call('hostConfigs', [undefined])
      return 'files' in answer ? answer.files : NONE
    },
    enabled: open,
    staleTime: 60_000,
  })
  return data ?? NONE
}

/** @throws Error with a sentence when it cannot be read */
export async function readHostConfig(file: string): Promise<string> {
  const answer = await call('hostConfigs', [file])
  if ('text' in answer) return answer.text
  throw new Error('fault' in answer ? answer.fault : `${file} could not be read.`)
}
