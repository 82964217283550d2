// A pod of the priority class `urgent` that does not fit on any full node.
import { cpus } from 'node:os'

/** Every node has the CPUs of this computer. */
export const cores = cpus().length

export const urgentPod = {
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name: 'urgent' },
  spec: {
    priorityClassName: 'urgent',
    containers: [
      {
        ...{ name: 'urgent', image: 'kneepoint-shell:1', command: ['sleep', '600'] },
        resources: { requests: { cpu: `${cores * 500}m` } },
      },
    ],
  },
}
