// `kneepoint host facts`: what a machine says about itself right now.
import { switchFlag } from '#core/flags/flag-shapes.ts'
import { hostFactsText } from '#core/report/tables/host-text.ts'
import { readHostFacts } from '#node/remote/facts/read-host-facts.ts'
import { exitCodes } from '../exit.ts'
import { flagCommand } from '../flag-command.ts'
import { withHost } from './named-host.ts'

export const hostFacts = flagCommand({
  name: 'kneepoint host facts',
  words: 'HOST',
  about:
    'Asks a machine about its GPUs and who uses them, its memory, its disk, its models and its installations of vLLM. ' +
    'HOST is one that is kept, "local", or a name as ssh takes it.',
  flags: {
    json: switchFlag('Print all of it as JSON.'),
  },
  async run({ json }, { print, interrupted: signal }, [name = '']) {
    const facts = await withHost(name, (host) =>
      readHostFacts(host, { withInstallations: true, signal }),
    )
    print(json ? JSON.stringify(facts, null, 2) : hostFactsText(facts))
    return exitCodes.done
  },
})
