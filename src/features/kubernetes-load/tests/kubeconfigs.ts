// Kubeconfigs as issued by clusters: with programs that issue credentials, and with proxies.
import { readFileSync, writeFileSync } from 'node:fs'

type Fields = Readonly<Record<string, unknown>>

type Kubeconfig = Readonly<{
  clusters: readonly Readonly<{ cluster: Readonly<{ server: string }> }>[]
}>

/** Writes, next to the file, a kubeconfig with context `test`, this user and these fields of its cluster. Returns its path. */
export function changedKubeconfig(
  file: string,
  [user, ofCluster = {}]: readonly [user: Fields, ofCluster?: Fields],
): string {
  const config = read(file)
  const [here] = config.clusters
  const clusters = [{ name: 'here', cluster: { ...here?.cluster, ...ofCluster } }]
  const changed = `${file}-changed`
  writeFileSync(changed, JSON.stringify({ ...config, clusters, users: [{ name: 'test', user }] }))
  return changed
}

export function serverPortOf(file: string): number {
  return Number(new URL(read(file).clusters[0]?.cluster.server ?? '').port)
}

export function issuedBy(token: string, script: string): Fields {
  return {
    exec: {
      apiVersion: 'client.authentication.k8s.io/v1',
      ...{ command: 'sh', args: ['-c', script], interactiveMode: 'Never' },
      env: [{ name: 'TOKEN', value: token }],
    },
  }
}

/** Valid for two seconds. */
export const issueToken = `until=$(date -u -d '+2 sec' +%Y-%m-%dT%H:%M:%SZ)
printf '{"status":{"token":"%s","expirationTimestamp":"%s"}}' "$TOKEN" "$until"`

function read(file: string): Kubeconfig {
  return JSON.parse(readFileSync(file, 'utf8')) as Kubeconfig
}
