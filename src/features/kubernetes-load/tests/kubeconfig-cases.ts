// Connections to a cluster that a kubeconfig may specify: programs that issue credentials, and proxies.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { startProxy } from '#node/load/connections/proxy.test-support.ts'
import { sentBy } from '../../../../tests/remote/sent-load.ts'
import { startSocks } from '../../../../tests/remote/socks-proxy.ts'
import { changedKubeconfig, issuedBy, issueToken, serverPortOf } from './kubeconfigs.ts'
import type { ClusterUnderTest } from './cluster-under-test.ts'

export function kubeconfigCases(place: ClusterUnderTest): void {
  describe('a kubeconfig', () => {
    const { folder, podLoad, refusal } = place
    const kubeconfigWith = (...changes: Parameters<typeof changedKubeconfig>[1]) =>
      vi.stubEnv('KUBECONFIG', changedKubeconfig(place.cluster.kubeconfig, changes))
    afterEach(() => vi.stubEnv('KUBECONFIG', place.cluster.kubeconfig))

    const runs = path.join(folder, 'program-runs')
    const issue = `echo run >>${runs}\n${issueToken}`

    test('may name a program that issues credentials, which is run again when they expire', async () => {
      kubeconfigWith(issuedBy(place.cluster.adminToken, issue))
      const { requests } = await sentBy(podLoad({ loadPods: 1 }).runLoad, place.cluster.hostAddress)
      expect(requests).toHaveLength(31)
      expect(readFileSync(runs, 'utf8').split('\n').length).toBeGreaterThan(3)
    })

    test.each<readonly [string, string, RegExp]>([
      [
        'fails',
        'echo the login has expired >&2; exit 1',
        /gave no credentials.*the login has expired/,
      ],
      [
        'prints something else',
        'echo $TOKEN',
        /gave no credentials for context test: its program printed none/,
      ],
      [
        'issues what is not valid',
        issue.replace('$TOKEN', 'wrong'),
        /refuses the credentials of context test: Unauthorized/,
      ],
    ])('of which the program %s is refused', async (_, script, expected) => {
      kubeconfigWith(issuedBy(place.cluster.adminToken, script))
      const { why, remedy } = await refusal({})
      expect(why).toMatch(expected)
      expect(why + remedy).not.toContain(place.cluster.adminToken)
    })

    test('of which the program is missing is refused', async () => {
      kubeconfigWith({ exec: { command: 'kneepoint-no-such-program' } })
      expect((await refusal({})).why).toMatch(/gave no credentials.*ENOENT/)
    })

    const asAdmin = () => ({ token: place.cluster.adminToken })
    const serverPort = () => serverPortOf(place.cluster.kubeconfig)

    test('may name a proxy, which carries all that goes to the API server', async () => {
      const proxy = await startProxy(serverPort())
      kubeconfigWith(asAdmin(), { 'proxy-url': proxy.url })
      const { requests } = await sentBy(podLoad({ loadPods: 2 }).runLoad, place.cluster.hostAddress)
      expect(requests).toHaveLength(31)
      // At least two programs per pod, and the requests for jobs and pods.
      expect(proxy.asked.length).toBeGreaterThan(8)
      expect(new Set(proxy.asked.map(({ line }) => line))).toEqual(
        new Set([`CONNECT 127.0.0.1:${serverPort()}`]),
      )
      expect(new Set(proxy.asked.map(({ authorization }) => authorization))).toEqual(
        new Set([`Basic ${Buffer.from('me:p@ss').toString('base64')}`]),
      )
    })

    test('may name a SOCKS proxy', async () => {
      const socks = await startSocks(path.join(folder, 'socks'))
      kubeconfigWith(asAdmin(), { 'proxy-url': socks })
      const { requests } = await sentBy(podLoad({ loadPods: 1 }).runLoad, place.cluster.hostAddress)
      expect(requests).toHaveLength(31)
    })

    test('of which the proxy refuses is refused, without its password', async () => {
      const proxy = await startProxy(serverPort(), { refuses: true })
      kubeconfigWith(asAdmin(), { 'proxy-url': proxy.url })
      const { why, remedy } = await refusal({})
      expect(why).toMatch(/cannot be reached: .*407.*through the proxy 127\.0\.0\.1:\d+/)
      expect(why + remedy).not.toMatch(/p@ss|p%40ss/)
    })
  })
}
