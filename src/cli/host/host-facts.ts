// `kneepoint host facts`: what a machine says about itself right now.
import { switchFlag } from '#core/flags/value-schemas.ts'
import { hostFactsText } from '#core/report/tables/host-text.ts'
import { readHostFacts } from '#node/remote/facts/read-host-facts.ts'
import { exitCodes } from '../exit.ts'
import { flagCommand } from '../flag-command.ts'
import { withHost } from './named-host.ts'

export const hostFacts = flagCommand({
  name: 'kneepoint host facts',
  words: 'HOST',
  about:
    'Shows the GPUs of a host and who uses them, its memory, disk, models and installations of vLLM. ' +
    'HOST is a saved host, "local", or a destination as for ssh.',
  flags: {
    json: switchFlag('Print JSON.'),
  },
  async run({ json }, { print, interrupted: signal }, [name = '']) {
    const facts = await withHost(name, (host) =>
      readHostFacts(host, { withInstallations: true, signal }),
    )
    print(json ? JSON.stringify(facts, null, 2) : hostFactsText(facts))
    return exitCodes.done
  },
})
