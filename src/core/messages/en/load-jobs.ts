// Slurm jobs and Kubernetes pods that send the load of a run.
export const loadJobsEn = {
  'loadJob.noSlurm': 'Jobs cannot be submitted on {host}: there is no sbatch.',
  'loadJob.noSlurm.remedy': 'Name the login node of a cluster that Slurm runs: --on slurm:LOGIN.',
  'loadJob.refused': 'Slurm on {host} refused the job for the load: {why}',
  'loadJob.refused.remedy':
    'Check --load-nodes, --load-tasks-per-node, --load-partition and the other settings of the job; `sinfo` on {host} lists what the cluster has.',
  'loadJob.noPartition': 'The cluster of {host} has no partition {partition}.',
  'loadJob.noPartition.remedy': 'It has {partitions}. Choose one with --load-partition.',
  'loadJob.unknown': 'Slurm on {host} knows no job {id} that waits or runs.',
  'loadJob.unknown.remedy':
    'Name a job of yours that `squeue --me` on {host} lists, or leave --load-job out to submit one.',
  'loadJob.fewNodes':
    'Job {id} has {there|# node|# nodes} for the load, and --load-nodes asks for {nodes}.',
  'loadJob.fewNodes.remedy': 'Lower --load-nodes, or name a job with more nodes.',
  'loadJob.waiting': 'Job {id} waits in the queue: {reason}',
  'loadJob.reasonUnknown': 'Slurm gives no reason',
  'loadJob.waitedTooLong':
    'Job {id} for the load waited {seconds} s in the queue of {host}, and was cancelled. Slurm gives as reason: {reason}.',
  'loadJob.waitedTooLong.remedy':
    'Request fewer nodes or another partition, or raise --load-queue-timeout-sec.',
  'loadJob.neverStarts': 'Job {id} for the load cannot start, and was cancelled: {reason}.',
  'loadJob.neverStarts.remedy':
    'Change the settings of the job so that the cluster can meet them; nothing was sent.',
  'loadJob.startTimeout':
    'Job {id} runs, but only {started} of its {count} tasks started within {seconds} s. The log of the job ends with: {line}',
  'loadJob.startTimeout.remedy': 'Check whether the nodes of the job respond (`sinfo -R`).',
  'loadJob.noFolder': '{node} does not have the file {file}.',
  'loadJob.noFolder.remedy':
    'The nodes must share the home folder of the login node, or the folder that XDG_DATA_HOME names there.',
  'loadJob.noNode': 'There is no Node on {node} that runs there ({system}).',
  'loadJob.noNode.remedy':
    'Our Node needs glibc 2.28 or newer. Put a Node that fits the nodes into ~/.local/bin, or on their PATH.',
  'loadJob.noWay': 'The load generator on {node} cannot be reached through {host}: {why}',
  'loadJob.noWay.remedy':
    'The SSH server of the login node must forward connections to the nodes (AllowTcpForwarding, PermitOpen), and no firewall may be between them.',
  'loadJob.noServer': '{node} does not reach the server at {server}: {why}.',
  'loadJob.noServer.remedy': 'Use an address of the server that every node of the job reaches.',
  'loadJob.taskEnded': 'The load generator on {node} ended ({why}).',
  'loadJob.nodeFailed': 'Slurm reports that node {node} failed.',
  'loadJob.connectionClosed': 'The connection to the load generator on {node} was closed.',
  'loadJob.lost.remedy':
    'What was measured until then is stored. Run the benchmark again for the rest.',
  'loadJob.ended': 'Job {id} for the load ended: {state}.',
  'loadJob.taskReported': 'task {task}: {what}',
  'loadJob.exitCode': 'exit code {code}',
  'loadPods.noKubeconfig': 'The kubeconfig cannot be read: {why}.',
  'loadPods.noKubeconfig.remedy':
    'Check ~/.kube/config, or the files that KUBECONFIG names, with `kubectl config view`.',
  'loadPods.noContext': 'The kubeconfig has no context {context}.',
  'loadPods.noContext.remedy':
    'It has {contexts}. Name one with --on kubernetes:CONTEXT[/NAMESPACE].',
  'loadPods.noContexts': 'none',
  'loadPods.unreachable': 'The API server {server} of context {context} cannot be reached: {why}.',
  'loadPods.unreachable.remedy':
    'Check the network or VPN to the cluster with `kubectl --context {context} get --raw /readyz`.',
  'loadPods.byProxy': '{why} (through the proxy {proxy})',
  'loadPods.noCredentials': 'The kubeconfig gave no credentials for context {context}: {why}.',
  'loadPods.noCredentials.remedy':
    'Run `kubectl --context {context} auth whoami`, which shows the same problem or logs in.',
  'loadPods.loginWithout': 'its program printed none',
  'loadPods.loginTooLong': 'its program did not end within {seconds} s',
  'loadPods.credentials': 'The API server refuses the credentials of context {context}: {why}.',
  'loadPods.credentials.remedy': 'Log in to the cluster again, then repeat the run.',
  'loadPods.noNamespace': 'The cluster of context {context} has no namespace {namespace}.',
  'loadPods.noNamespace.remedy':
    'Create it, or name another with --on kubernetes:CONTEXT/NAMESPACE.',
  'loadPods.noRights':
    'The user of context {context} lacks rights in namespace {namespace}: {rights}.',
  'loadPods.noRights.remedy': 'Bind a role with these rights, or name another namespace.',
  'loadPods.refused': 'The API server refused the job for the load: {why}',
  'loadPods.refused.remedy':
    'Check --load-pods, --load-image, --load-cpu, --load-memory and --load-pod-spec; --dry-run prints the manifest.',
  'loadPods.noPods': 'Kubernetes cannot create the pods of job {job}: {why}',
  'loadPods.noPods.remedy':
    'Request fewer pods or less CPU and memory, or change what the namespace requires with --load-pod-spec.',
  'loadPods.waiting': '{running} of {count} pods run. {pod} waits: {reason}.',
  'loadPods.notCreated': 'Job {job} waits for its pods.',
  'loadPods.reasonUnknown': 'not scheduled yet',
  'loadPods.waitedTooLong':
    'After {seconds} s only {running} of {count} pods run, and the job was deleted. {reason}',
  'loadPods.waitedTooLong.remedy':
    'Request fewer pods or less CPU and memory, or raise --load-queue-timeout-sec.',
  'loadPods.image': 'Pod {pod} cannot get the image {image}: {why}.',
  'loadPods.image.remedy':
    'Check --load-image, and whether the nodes may pull it (imagePullSecrets in --load-pod-spec).',
  'loadPods.start': 'The container of pod {pod} cannot start: {why}.',
  'loadPods.start.remedy':
    'Choose with --load-image an image with a shell (sh, sleep), for example node:24-slim.',
  'loadPods.noGenerator': 'The image of pod {pod} has no load generator at {file}.',
  'loadPods.otherGenerator':
    'The load generator at {file} in the image of pod {pod} is of another version: its checksum begins with {found}, ours with {own}.',
  'loadPods.noGenerator.remedy':
    'Name an image of this version of Kneepoint with --load-image, or use --load-generator auto.',
  'loadPods.copies':
    'The load generator is copied into each pod, because the API server refuses a ConfigMap for it: {why}.',
  'loadPods.noMap': 'The API server refuses the ConfigMap for the load generator: {why}.',
  'loadPods.noMap.remedy':
    'Use --load-generator copy, an image with the load generator, or grant the right to create configmaps.',
  'loadPods.notUnpacked': 'The load generator cannot be unpacked in pod {pod}: {why}.',
  'loadPods.notUnpacked.remedy': 'Run again with --load-generator copy.',
  'loadPods.evicted': 'Kubernetes ended pod {pod} on {node}: {why}.',
  'loadPods.memory': 'Pod {pod} on {node} reached its memory limit of {memory} and was killed.',
  'loadPods.memory.remedy': 'Raise --load-memory, or use more pods.',
  'loadPods.deadline': 'Job {job} reached its deadline: {why}.',
  'loadPods.deadline.remedy': 'Divide the sweep, or send it from hosts.',
  'loadPods.killed':
    'The load generator in pod {pod} on {node} was killed ({why}), perhaps for memory (limit {memory}).',
  'loadPods.ended': 'The load generator in pod {pod} on {node} ended ({why}).',
  'loadPods.deleted': 'Pod {pod} on {node} was deleted.',
  'loadPods.connection': 'The connection to pod {pod} on {node} was closed.',
  'loadPods.program': 'No program can be started in pod {pod}: {why}.',
  'loadPods.old': 'The API server does not offer {protocol} for programs in pods.',
  'loadPods.old.remedy': 'Kubernetes 1.30 or later offers it; send the load from hosts instead.',
  'loadPods.serverHere': 'Pods do not reach {url}, which is an address of this computer.',
  'loadPods.serverHere.remedy':
    'Use an address of the server that pods reach, or send the load from here.',
} as const
