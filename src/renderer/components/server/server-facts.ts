// Facts of a server in its current state, in display order.
import type { Server, ServerFacts } from '#core/model/server.ts'
import { engineTraits } from '#core/model/server-engine.ts'
import { dash, formatCount } from '#core/base/numbers.ts'
import { formatMoment } from '../../i18n/i18n.ts'

type FactName =
  | 'baseUrl'
  | 'model'
  | 'preset'
  | 'engine'
  | 'kvCacheTokens'
  | 'maxModelLen'
  | 'since'
  | 'connectedSince'

type ServerFact = Readonly<{ name: FactName; value: string }>

/** Before it is ready, only its settings are known. */
export function serverFacts({
  spec,
  state,
}: Pick<Server, 'spec' | 'state'>): readonly ServerFact[] {
  const setting = settingOf(spec)
  if (state.state !== 'ready') return [setting]
  const { baseUrl, facts, sinceEpochMs } = state
  return [
    { name: 'baseUrl', value: baseUrl },
    { name: 'model', value: facts.model },
    ...(spec.kind === 'simulator' ? [setting] : []),
    { name: 'engine', value: engineText(facts) },
    { name: 'kvCacheTokens', value: formatCount(facts.kvCacheTokens) },
    { name: 'maxModelLen', value: formatCount(facts.maxModelLen) },
    {
      name: spec.kind === 'attached' ? 'connectedSince' : 'since',
      value: formatMoment(sinceEpochMs),
    },
  ]
}

/** An unknown engine is shown by its version only. */
function engineText({ engine, version }: ServerFacts): string {
  const label = engine === undefined ? null : engineTraits[engine].label
  return [label, version].filter((part) => part !== null).join(' ') || dash
}

function settingOf(spec: Server['spec']): ServerFact {
  switch (spec.kind) {
    case 'simulator':
      return { name: 'preset', value: spec.preset }
    case 'attached':
      return { name: 'baseUrl', value: spec.baseUrl }
    case 'launched':
      return { name: 'model', value: spec.profile.config.model }
  }
}
