// Command of a pair's router: arguments with placeholders for the instances behind it.
import { type PoolKind, poolKinds } from '#core/model/pool-kind.ts'
import { splitShellText } from '#core/command-line/split-shell-text.ts'
import { instanceAddress } from '#core/vllm/launch/launch-group.ts'

type Behind = Readonly<{ pool: PoolKind; port: number }>

type RouterPlace = Readonly<{
  host: string
  port: number
  metricsPort: number
  instances: readonly Behind[]
}>

const facts: Readonly<Record<string, (instance: Behind) => string>> = {
  url: ({ port }) => `http://${instanceAddress}:${port}`,
  host: () => instanceAddress,
  port: ({ port }) => String(port),
}

const ofInstances = /\{(prefill|decode)-(url|host|port)(s?)\}/
const anyPlaceholder = /\{[a-z][a-z-]*\}/g

/**
 * `--prefill {prefill-url}` is repeated for each instance, option and value; `--prefiller-ports {prefill-ports}` gets all values
 * after one option. Throws if the text is not a command line.
 */
export function routerWords(router: string, place: RouterPlace): string[] {
  const words: string[] = []
  for (const word of splitShellText(router)) {
    const [placeholder, pool, fact = '', plural] = ofInstances.exec(word) ?? []
    if (placeholder === undefined) {
      words.push(ownPlaceholders(word, place))
      continue
    }
    const values = place.instances
      .filter((instance) => instance.pool === pool)
      .map((instance) => word.replace(placeholder, facts[fact]?.(instance) ?? ''))
      .map((value) => ownPlaceholders(value, place))
    const isValue = plural === '' && word === placeholder && words.at(-1)?.startsWith('-') === true
    const option = isValue ? words.splice(-1) : []
    words.push(...values.flatMap((value) => [...option, value]))
  }
  return words
}

function ownPlaceholders(word: string, { host, port, metricsPort }: RouterPlace): string {
  return word
    .replaceAll('{host}', host)
    .replaceAll('{port}', String(port))
    .replaceAll('{metrics-port}', String(metricsPort))
}

/** Without one of them, the router could not reach a pool, or could not be reached. */
export function missingPlaceholders(router: string): string[] {
  const pools = poolKinds.filter((pool) => !new RegExp(`\\{${pool}-(url|port)s?\\}`).test(router))
  return [...pools.map((pool) => `{${pool}-url}`), ...(router.includes('{port}') ? [] : ['{port}'])]
}

export function unknownPlaceholders(router: string): string[] {
  const known = ['{host}', '{port}', '{metrics-port}']
  const found = router.match(anyPlaceholder) ?? []
  return found.filter((one) => !ofInstances.test(one) && !known.includes(one))
}
