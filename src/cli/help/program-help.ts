// `kneepoint --help`: the commands.
import { definitionList } from './wrapped.ts'

const commands = [
  ['bench serve', 'Measure a server, as "vllm bench serve" does.'],
  ['bench sweep FILE', 'Measure servers, settings and loads as a file says, and find the knee.'],
  ['simulate', 'Run the built-in stand-in for a vLLM server; no GPU needed.'],
  ['web', 'Open the window in a browser, served on this machine.'],
  ['host add|list|facts', 'Keep machines to launch servers on, and ask them about themselves.'],
  ['server launch|list|logs|stop', 'Run vLLM on one of them, from its start to its end.'],
  ['runs', 'List the runs that are kept.'],
  ['compare RUN…', 'Compare runs, or the settings of a sweep: effect sizes with intervals.'],
  ['report RUN|SWEEP…', 'Write them as a page, Markdown, tables, or a bundle to open elsewhere.'],
  ['import FILE…', 'Keep results of other clients, and bundles, beside them.'],
  ['export RUN…', 'Write kept runs to files, as JSON or CSV.'],
  ['db check|backup|vacuum', 'See whether what is kept is whole, copy it, give room back.'],
  ['calibrate', 'Measure this client itself: what it adds to the truth on this machine.'],
  [
    'mcp',
    'Serve an agent: benchmarks, sweeps and verdicts as tools of the Model Context Protocol.',
  ],
  ['completions SHELL', 'Print what lets bash, zsh, fish or PowerShell complete these commands.'],
  ['demo', 'Sweep the simulator over five request rates and show its knee, in under a minute.'],
] as const

export function programHelp(width: number): string {
  return [
    'Usage: kneepoint COMMAND [FLAG …]',
    'Finds the knee of the throughput–latency curve of an LLM server.',
    `Commands:\n${definitionList(commands, width)}`,
    'kneepoint COMMAND --help says more; --version prints the version.\n' +
      '--lang en|zh chooses the language of messages; without it, the locale does.',
  ].join('\n\n')
}
