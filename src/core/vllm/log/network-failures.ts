// Failures between processes and nodes: NCCL, rendezvous, Ray.
import type { FailurePatterns } from './failure-pattern.ts'

export const networkFailures: FailurePatterns = {
  'ended-outside': {
    pattern: /^KeyboardInterrupt: terminated/,
    text: 'failures.terminated',
    strength: 'consequence',
  },
  'peer-ended': {
    pattern:
      /ncclRemoteError|remote process exited|Connection closed by (?:remote )?peer|failed to recv, got 0 bytes|[Cc]onnection reset by peer|Broken ?[Pp]ipe|Stop_waiting response is expected|EOFError|^(?:KeyboardInterrupt|SystemExit|asyncio\.(?:exceptions\.)?CancelledError)/,
    text: 'failures.peerEnded',
    strength: 'consequence',
  },
  'collective-timeout': {
    pattern: /[Cc]ollective operation timeout|Watchdog caught/,
    text: 'failures.collectiveTimeout',
  },
  'step-too-long': {
    pattern:
      /^(?:\w+ )?[Ww]atchdog timeout(?: \(self\.watchdog_timeout=(?!.*soft=True)|, crashing server)/,
    text: 'failures.watchdog',
    isPrinted: true,
  },
  mpi: {
    pattern:
      /\bMPI_ERR_[A-Z]+|^There are not enough slots |^It looks like orte_init failed|\bPR(?:TE|RTE) ERROR\b/,
    text: 'failures.mpi',
    isPrinted: true,
  },
  'mpi-world-size': {
    pattern: /mpiSize == tp \* pp|MPI worldSize is expected to be equal to tp/,
    text: 'launch.worldSize',
    isPrinted: true,
  },
  rendezvous: {
    pattern:
      /DistStoreError|DistNetworkError|Rendezvous\w*(?:Error|Exception)|waiting for clients|client socket has (?:timed out|failed)|[Tt]imed out.{0,60}(?:store|rendezvous|[Gg]loo)|gloo\/.*[Tt]imed out|connectFullMesh failed|no socket interface found|Unable to find (?:address|interface)|torch\.distributed.*timeout|should have a unique IP address/,
    text: 'failures.rendezvous',
  },
  'service-unreachable': {
    pattern: /\b(?<service>etcd|NATS|nats)\b.*(?:refused|[Uu]navailable|unreachable|timed? ?out)/,
    text: 'launch.serviceDown',
  },
  'kv-transfer': {
    pattern: /nixlBackendError|NIXL_ERR_|UCX +ERROR/,
    text: 'failures.kvTransfer',
  },
  'gpu-of-two-ranks': {
    id: 'too-few-gpus',
    pattern: /Duplicate GPU detected/,
    text: 'failures.tooFewGpus',
    isPrinted: true,
    refines: 'gpus-cannot-talk',
  },
  'gpus-cannot-talk': {
    pattern:
      /NCCL error|nccl\w+Error|DistBackendError|NCCL Error|peer access is not supported|NVSHMEM|[HR]CCL (?:function )?error/,
    text: 'failures.nccl',
  },
  'process-start': {
    pattern:
      /Cannot re-initialize CUDA in forked subprocess|start a new process before the current process has finished/,
    text: 'failures.forkedCuda',
  },
  'ray-resources': {
    pattern:
      /placement group|Current node has no GPU available|[Nn]o available node types|Insufficient resources|cannot be scheduled right now/,
    text: 'failures.rayResources',
  },
  'ray-version': {
    pattern: /Version mismatch: The cluster was started with/,
    text: 'failures.rayVersion',
  },
  'ray-unreachable': {
    pattern:
      /Ray is not initialized|RaySystemError: System error: Unable to connect|[Cc]ould not (?:connect to|find any running) (?:Ray|ray|GCS)|[Ff]ailed to connect to GCS|(?:GCS|gcs) .*(?:unreachable|unavailable|timed out)|could not be found.*ray start/,
    text: 'failures.rayUnreachable',
  },
  'ray-actor': {
    pattern:
      /ActorDiedError|RayActorError|ActorUnavailableError|WorkerCrashedError|The actor died unexpectedly/,
    text: 'failures.rayActor',
    strength: 'vague',
  },
}
