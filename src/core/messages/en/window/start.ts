// The start page.
export const start = {
  title: 'Start',
  welcome: 'Find the knee of your LLM server',
  lead: 'Kneepoint sends load to an OpenAI-compatible server and measures every response. It finds the knee: the load beyond which latency rises much faster than throughput.',
  ways: 'Measure',
  demo: {
    title: 'Try it now',
    about:
      'Starts the built-in simulator and sweeps four request rates. The curve and its knee take about 25 s; no GPU is needed.',
    action: 'Start and measure',
    open: 'Open the running sweep',
    sweepName: 'First knee (simulator)',
    connecting: 'Starting the simulator',
    beginning: 'Simulator ready, starting the sweep',
    progress: 'Start of the simulator',
  },
  attach: {
    title: 'Measure a server I have',
    about: 'vLLM, or any server with the OpenAI API. Then ask a question of it.',
    url: 'URL of the server',
    action: 'Attach',
    withKey: 'Attach with an API key',
  },
  launch: {
    title: 'Launch vLLM on a host',
    about:
      'Starts vLLM on this computer, over SSH or as a Slurm job, with all of its flags, and shows its log.',
    action: 'Configure a launch',
    addHost: 'Add a host',
  },
  progress: {
    title: 'In progress',
    points: '{done} of {count} points',
    searched: '{count|# point|# points} measured',
  },
  servers: {
    title: 'Servers',
    all: 'All servers',
    lost: '{count} {count|launch|launches} may still run',
  },
  sweeps: {
    title: 'Latest sweeps',
    all: 'All sweeps',
    named: '{name}: {answer}',
    more: '{count} more {count|curve|curves}',
  },
  others: 'More results',
  runs: { all: 'All results' },
} as const
