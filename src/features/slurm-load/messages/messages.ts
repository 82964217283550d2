// Messages of load from Slurm jobs.
export const slurmLoadMessages = {
  'config.nodesWithoutJob': 'is for a Slurm job; add --on slurm:LOGIN, or leave it out',
  'config.jobNumber': 'must be the number of a Slurm job, such as 4711',
  'config.jobExists':
    'names a job that exists, whose partition, account, QOS, time limit and sbatch options are set; leave --load-partition and the others out',
  'config.sbatchOption': 'must be options of sbatch, such as --exclusive',
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
  'loadJob.ended': 'Job {id} for the load ended: {state}.',
  'loadJob.taskReported': 'task {task}: {what}',
} as const
