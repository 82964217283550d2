// Job whose pods send a load: one pod per worker, spread over the nodes, without privileges or replacement.
import type { LoadPodSettings } from './load-pods.ts'
import { generatorVolume, mountedGeneratorFolder } from './generator-places.ts'

/** Only writable folder of a pod. */
export const podFolder = '/kneepoint'

/** Seconds without a keep-alive after which a pod ends. */
const podPatienceS = 120
const lookEveryS = 5
const usualDeadlineS = 24 * 60 * 60

/** Main process of the container; it runs until the job is deleted or its client no longer sends keep-alives. */
const stayScript = `cd ${podFolder} || exit 3
left=${podPatienceS / lookEveryS}
while [ "$left" -gt 0 ]; do
  sleep ${lookEveryS}
  left=$((left - 1))
  if [ -e alive ]; then rm -f alive; left=${podPatienceS / lookEveryS}; fi
done`

/** Runs next to it; each line that it reads keeps the pod alive. */
export const keepAliveScript = `while read -r line; do : >${podFolder}/alive; done`
export const keepAliveEveryMs = (podPatienceS * 1000) / 6

type JobPlace = Readonly<{
  name: string
  namespace: string
  /** Number of ConfigMaps with parts of the generator. */
  pieces: number
}>

/**
 * Job for the API. With a failure limit per index, a lost pod is not replaced and does not end the others. Contains no secrets.
 */
export function loadJobManifest(settings: LoadPodSettings, { name, namespace, pieces }: JobPlace) {
  const { loadPods, loadImage, loadCpu, loadMemory, loadPodSpec, loadQueueTimeoutSec } = settings
  const generator = pieces === 0 ? [] : [generatorVolume(name, pieces)]
  const labels = { 'app.kubernetes.io/name': 'kneepoint' }
  return {
    apiVersion: 'batch/v1',
    kind: 'Job',
    metadata: { name, namespace, labels },
    spec: {
      completionMode: 'Indexed',
      completions: loadPods,
      parallelism: loadPods,
      backoffLimitPerIndex: 0,
      activeDeadlineSeconds: usualDeadlineS + Math.ceil(loadQueueTimeoutSec),
      ttlSecondsAfterFinished: 60,
      template: {
        metadata: { labels },
        spec: {
          restartPolicy: 'Never',
          terminationGracePeriodSeconds: 1,
          automountServiceAccountToken: false,
          enableServiceLinks: false,
          securityContext: {
            ...{ runAsNonRoot: true, runAsUser: 65532, runAsGroup: 65532, fsGroup: 65532 },
            seccompProfile: { type: 'RuntimeDefault' },
          },
          topologySpreadConstraints: [
            {
              ...{ maxSkew: 1, topologyKey: 'kubernetes.io/hostname' },
              whenUnsatisfiable: 'ScheduleAnyway',
              labelSelector: { matchLabels: { [jobLabel]: name } },
            },
          ],
          containers: [
            {
              name: containerName,
              image: loadImage,
              command: ['sh', '-c', stayScript],
              env: ['HOME', 'XDG_DATA_HOME'].map((each) => ({ name: each, value: podFolder })),
              // A CPU limit would throttle the client and thereby distort the measurement.
              resources: {
                requests: { cpu: loadCpu, memory: loadMemory },
                limits: { memory: loadMemory },
              },
              securityContext: {
                allowPrivilegeEscalation: false,
                readOnlyRootFilesystem: true,
                capabilities: { drop: ['ALL'] },
              },
              volumeMounts: [
                { name: 'files', mountPath: podFolder },
                ...generator.map((volume) => ({
                  ...{ name: volume.name, mountPath: mountedGeneratorFolder, readOnly: true },
                })),
              ],
            },
          ],
          volumes: [{ name: 'files', emptyDir: {} }, ...generator],
          ...loadPodSpec,
        },
      },
    },
  }
}

/** Label that Kubernetes sets on the pods of a job. */
export const jobLabel = 'batch.kubernetes.io/job-name'
export const containerName = 'load'
