// Messages of load from Kubernetes pods.
export const kubernetesLoadMessages = {
  'config.emptyContext': 'must name a context of the kubeconfig: kubernetes:CONTEXT[/NAMESPACE]',
  'config.podsWithoutCluster': 'is for pods; add --on kubernetes:CONTEXT, or leave it out',
  'config.morePodsThanRequests': 'must not exceed --num-prompts: every pod needs a request',
  'config.imageMissing': 'must name the image of the pods, for example node:24-slim',
  'config.podQuantity': 'must be a quantity as Kubernetes writes it, such as 2, 500m or 1Gi',
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
