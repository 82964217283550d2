// Messages of prefill/decode pairs.
export const disaggregationMessages = {
  'answers.pools.prefill':
    'Prefill binds: prompts wait at {queued} of {count} instances, {waiting} on average, while {other}. Add prefill instances.',
  'answers.pools.decode':
    'Decode binds: requests wait at {queued} of {count} instances, {waiting} on average, while {other}. Add decode instances.',
  'answers.pools.transfer':
    'KV transfer binds: of {waiting} requests that wait for decode on average, {transferring} are in transfer, {ms} ms each. Check the network between the pools.',
  'answers.pools.both':
    'Both pools are full: on average {prefill} requests wait for prefill and {decode} for decode. Add instances to both.',
  'answers.pools.neither': 'Neither pool is full: {prefill}, and {decode}.',
  'answers.pools.notKnown':
    'Which pool binds is not known: for most of the run, there are no samples of {names}.',
  'answers.pools.slots': '{pool} uses {share} % of its slots',
  'answers.pools.kvCache': '{pool} uses {share} % of its KV cache',
  'answers.pools.running': '{pool} has {count} requests running',
  'launch.pairAsJob': 'A prefill/decode pair runs on the host itself, not as a Slurm job.',
  'launch.pairAsJob.remedy':
    'Launch it on a host with GPUs, or submit a job of your own and add the address of its router as a server.',
  'launch.pairInContainers':
    'The instances of a prefill/decode pair run as programs or from a virtual environment, not with docker run.',
  'launch.pairInContainers.remedy':
    'Choose another runtime, or start the containers yourself and add the address of their router as a server.',
  'launch.pairGpus':
    'Prefill instances ({prefill}) and decode instances ({decode}) need {wanted} GPUs together, and there are {seen}.',
  'launch.pairGpus.remedy':
    'Start fewer instances, lower the parallel sizes of a pool, or give the pair more GPUs.',
  'launch.poolsDiffer':
    'Prefill and decode must agree on --{flag}, because one reads the KV cache of the other: {prefill} and {decode}.',
  'launch.poolsDiffer.remedy':
    'Set it for both in the flags of the server, and remove it from those of the pools.',
  'launch.usualValue': "vLLM's default",
  'launch.routerPlaceholders': 'The command of the router has no {missing}.',
  'launch.routerPlaceholders.remedy': 'Name both pools and the port: {example}.',
  'launch.routerUnknown': 'The command of the router has unknown placeholders: {names}.',
  'launch.routerUnknown.remedy':
    'Known are host, port and metrics-port, and prefill- or decode- with url, host or port, or their plural.',
  'launch.noRouter': 'There is no program "{program}" on this host to route requests to the pools.',
  'launch.noRouter.remedy':
    'Install it (pip install vllm-router), write its path, or give the command of another router.',
  'cli.noPair': '{flag} belongs to a prefill/decode pair.',
  'cli.noPair.remedy': 'Add --prefill N, or leave it out.',
  'cli.notAPoolFlag': '"{word}" is no flag of vLLM that is known here.',
  'cli.notAPoolFlag.remedy':
    'Check its name with "vllm serve --help"; flags for both pools go behind "--".',
} as const
