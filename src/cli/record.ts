// `kneepoint record`: records a server's traffic as a trace, which can be replayed as a workload.
import { message } from '#core/messages/message.ts'
import { AppError } from '#core/model/app-error.ts'
import { httpUrl, switchFlag, textFlagOf } from '#core/flags/flag.ts'
import { withoutCredentials } from '#core/redaction/presentable.ts'
import { RecordProxy } from '#node/http/record-proxy.ts'
import { listenFlags } from './arguments/listen-flags.ts'
import { exitCodes } from './exit.ts'
import { flagCommand } from './flag-command.ts'
import { aborted } from './terminal/interrupt.ts'

export const record = flagCommand({
  name: 'kneepoint record',
  about:
    'Passes requests to a server and its responses back, and writes when each request arrived, its lengths, and which ' +
    'beginnings prompts share, as a trace for --dataset-name timed_trace. Point clients at the printed address; Ctrl-C ' +
    'ends the recording.',
  flags: {
    upstream: {
      schema: httpUrl.nullable().default(null),
      metavar: 'URL',
      summary: 'Server that requests are passed to, such as http://gpu1:8000.',
    },
    ...listenFlags(8001, 'Port to listen on; 0 chooses a free one.'),
    output: textFlagOf('trace.jsonl', 'FILE', 'File for the trace, which must not exist.'),
    withText: switchFlag('Write prompts as well, for --dataset-name custom. They may be private.'),
  },
  async run({ upstream, host, port, output: file, withText }, terminal) {
    if (upstream === null) {
      throw new AppError('invalid-input', message('cli.record.noUpstream'), {
        field: '--upstream',
        remedy: message('cli.seeHelp', { command: 'kneepoint record --help' }),
      })
    }
    const proxy = await RecordProxy.start({
      ...{ upstream, host, port, file, withText },
      onProblem: (text) => terminal.note(message('cli.record.problem', { text })),
    })
    const place = { host, port: String(proxy.port), upstream: withoutCredentials(upstream) }
    terminal.print(message('cli.record.ready', place))
    await aborted(terminal.interrupted)
    await proxy.close()
    const { recorded, estimated } = proxy.counts
    if (recorded === 0) terminal.print(message('cli.record.nothing'))
    else terminal.print(message('cli.record.written', { count: recorded, file }))
    if (estimated > 0) terminal.print(message('cli.record.estimated', { count: estimated }))
    return exitCodes.done
  },
})
