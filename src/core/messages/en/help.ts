// Texts of `--help` other than texts of commands and flags.
export const helpEn = {
  usage: 'Usage: ',
  /** Follows the name of a group of flags. */
  colon: ':',
  program: 'Finds the knee of the throughput–latency curve of an LLM server.',
  commandsTitle: 'Commands:',
  more:
    'kneepoint COMMAND --help shows the flags of a command; --version prints the version.\n' +
    '--lang en|zh sets the language of messages; by default it follows the locale.',
  benchServe:
    'Sends requests to an OpenAI-compatible server on a schedule and reports latencies and throughput. ' +
    'Accepts the flags of "vllm bench serve", and prints and saves results in its format.',
  example: 'Example:',
  spelling:
    'Flags may be abbreviated if unambiguous, and _ may replace -. --help=FLAG or --help=GROUP shows one part.',
  difference: 'Unlike the original:',
  choices: 'of',
  /** Units of values that differ between languages. */
  units: {
    requests: 'requests',
    tokens: 'tokens',
    prompts: 'prompts',
    runs: 'runs',
    minutes: 'minutes',
  },
  default: 'default',
  groups: {
    Server: 'Server',
    Dataset: 'Dataset',
    Traffic: 'Traffic',
    Sampling: 'Sampling',
    Report: 'Report',
    Output: 'Output',
    Series: 'Series',
    Options: 'Options',
  },
  commands: {
    'bench serve': 'Measure a server, as "vllm bench serve" does.',
    'bench sweep FILE':
      'Measure servers, settings and loads described in a file, and find the knee.',
    'bench sweep serve': 'Run such a sweep from the command line of "vllm bench sweep serve".',
    'bench startup HOST': 'Measure cold and warm starts of a server, by phase.',
    simulate: 'Run the built-in simulator of a vLLM server; no GPU needed.',
    record: 'Record the traffic of a server as a workload.',
    web: 'Serve the window to a browser on this machine.',
    'host add|list|facts': 'Manage machines to launch servers on, and show what they have.',
    'server launch|list|logs|stop': 'Launch vLLM on such a machine, watch it and stop it.',
    runs: 'List stored runs.',
    'compare RUN…': 'Compare runs, or the settings of a sweep: effect sizes with intervals.',
    'report RUN|SWEEP…': 'Export runs and sweeps as a page, Markdown, tables, or a bundle.',
    'paste [FILE]': 'Print a pasted benchmark command as one of ours.',
    'import FILE…': 'Import result files of other clients, and bundles.',
    'verify FILE…': 'Check a bundle: its signature, and every figure from its requests.',
    'export RUN…': 'Export stored runs to JSON or CSV files.',
    'db check|repair|backup|vacuum':
      'Check the database, repair it, back it up, or free unused space.',
    calibrate: 'Measure the error that this client adds on this machine.',
    doctor: 'Check this machine: Node, packages, database, limits, timers, proxies, SSH.',
    'completions SHELL': 'Print a completion script for bash, zsh, fish or PowerShell.',
    demo: 'Sweep the simulator over four request rates and show its knee, in under a minute.',
  },
}
