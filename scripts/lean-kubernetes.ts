// Bundles of the client of Kubernetes what reads a kubeconfig: its package does not say that its thousand models may be
// left out.
import type { Plugin } from 'vite'

export function leanKubernetes(): Plugin {
  return {
    name: 'kneepoint-lean-kubernetes',
    transform(code, id) {
      return /@kubernetes.client-node.dist.gen/.test(id)
        ? { code, map: null, moduleSideEffects: false }
        : null
    },
  }
}
