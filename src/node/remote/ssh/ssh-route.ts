// The route to a host: the machines along the way, each with its address, user and keys.
import { createHash } from 'node:crypto'
import { homedir, hostname, userInfo } from 'node:os'
import { appError, type AppError } from '#core/model/app-error.ts'
import type { SshSpec } from '#core/model/host.ts'
import { knownHostsCommand, type KnownHostsCommand } from './known-hosts-command.ts'
import { expandHome } from '#node/files/data-folder.ts'
import type { Settings, SshConfigFile } from './ssh-config-file.ts'

export type SshHop = Readonly<{
  /** Destination as the user entered it. */
  destination: string
  address: string
  port: number
  user: string
  /** Its name in known_hosts, and its port: an alias has none. */
  keyName: string
  keyPort: number
  hostKeys: HostKeyRules
  /** Keys to try, in order of preference. */
  identityFiles: readonly string[]
  /** Certificates to offer with these keys. */
  certificateFiles: readonly string[]
  /** Offers no other keys, even if the agent has some. */
  identitiesOnly: boolean
  /** Null if no agent is used. */
  agentSocket: string | null
  /** Program whose standard input and output reach the machine, if it is the first on the route; null for a socket. */
  proxyCommand: string | null
  /** ConnectTimeout, for the connection and the start-up files behind it; null if not set. */
  connectTimeoutMs: number | null
}>

/** Settings of `~/.ssh/config` about known hosts. */
export type HostKeyRules = Readonly<{
  /** UserKnownHostsFile, without entries such as /dev/null; null for the default files. */
  files: readonly string[] | null
  /** GlobalKnownHostsFile, likewise. */
  globalFiles: readonly string[] | null
  /** RevokedHostKeys; null if not set. */
  revokedFile: string | null
  /** StrictHostKeyChecking is off or `accept-new`: unknown keys are accepted without a prompt. */
  acceptsNew: boolean
  /** KnownHostsCommand; null if not set. */
  command: KnownHostsCommand | null
  /** CheckHostIP: the key must not differ from a known one of the address. */
  checksAddress: boolean
}>

type RouteRequest = Pick<SshSpec, 'destination'> & Partial<Omit<SshSpec, 'destination' | 'kind'>>

const usualKeys = ['id_ed25519', 'id_ecdsa', 'id_rsa']
const longestRoute = 8
const usualPort = 22

/** Hops from the first machine to the host itself. */
export async function sshRoute(
  wanted: RouteRequest,
  config: SshConfigFile,
  depth = 0,
): Promise<SshHop[]> {
  if (depth > longestRoute) throw circle(wanted.destination)
  const { destination, user, port } = withAddressParts(wanted)
  const settings = await config.settingsFor({ name: destination, user, port })
  const first = (keyword: string) => settings[keyword]?.[0] ?? null
  const hop = {
    destination,
    port: port ?? Number(first('port') ?? usualPort),
    user: user ?? first('user')?.replace(/\\\\/g, '\\') ?? userInfo().username,
  }
  const expand = tokenExpander({ ...hop, host: destination })
  const address = expand(first('hostname') ?? destination)
  const alias = first('hostkeyalias')
  const expandIn = tokenExpander({ ...hop, host: address })
  const more = connectionTokens({ ...hop, host: address, alias, jump: first('proxyjump') })
  const fileOf = (text: string) => expandIn(text, more)
  const own = wanted.identityFile ?? null
  const proxy = proxyOf(settings)
  const files = own === null ? settings['identityfile'] : [own]
  const before: SshHop[] = []
  for (const jump of proxy.jump === null ? [] : proxy.jump.split(/\s*,\s*/)) {
    before.push(...(await sshRoute({ destination: jump }, config, depth + 1)))
  }
  return [
    ...before,
    {
      ...hop,
      address,
      keyName: alias ?? address,
      keyPort: alias === null ? hop.port : usualPort,
      hostKeys: hostKeyRules(settings, (text, tokens) => expandIn(text, { ...more, ...tokens })),
      identityFiles: (files ?? usualKeys.map((name) => `~/.ssh/${name}`))
        .filter((file) => file !== 'none')
        .map(fileOf),
      certificateFiles: (settings['certificatefile'] ?? [])
        .filter((file) => file !== 'none')
        .map(fileOf),
      identitiesOnly: isYes(first('identitiesonly')),
      agentSocket: agentSocket(first('identityagent'), fileOf),
      proxyCommand:
        proxy.command === null ? null : withTokens(proxy.command, { ...hop, host: address }),
      connectTimeoutMs: seconds(first('connecttimeout')),
    },
  ]
}

const usualKnownHosts = /^\S*[/\\]\.ssh[/\\]known_hosts(?: \S*[/\\]\.ssh[/\\]known_hosts2)?$/
const usualGlobalFiles = /^\/etc\/ssh\/ssh_known_hosts \/etc\/ssh\/ssh_known_hosts2$/
const keepsNothing = /^(?:none|\/dev\/null|nul)$/i

function hostKeyRules(
  settings: Settings,
  expand: (text: string, tokens?: Tokens) => string,
): HostKeyRules {
  const listed = (keyword: string, usual: RegExp) => {
    const text = settings[keyword]?.join(' ') ?? ''
    if (text === '' || usual.test(text)) return null
    const files = text.split(/\s+/).filter((file) => !keepsNothing.test(file))
    return files.map((file) => expand(file))
  }
  const [revokedFile = 'none'] = settings['revokedhostkeys'] ?? []
  const command = settings['knownhostscommand']?.join(' ') ?? 'none'
  return {
    files: listed('userknownhostsfile', usualKnownHosts),
    globalFiles: listed('globalknownhostsfile', usualGlobalFiles),
    revokedFile: revokedFile.toLowerCase() === 'none' ? null : expand(revokedFile),
    acceptsNew: /^(?:no|off|false|accept-new)$/i.test(settings['stricthostkeychecking']?.[0] ?? ''),
    command: command.toLowerCase() === 'none' ? null : knownHostsCommand(command, expand),
    checksAddress:
      isYes(settings['checkhostip']?.[0] ?? null) && settings['hostkeyalias'] === undefined,
  }
}

/** Parses `ada@gpu-03:2222` and `ssh://ada@gpu-03:2222`; separate settings take precedence. */
function withAddressParts({ destination, user = null, port = null }: RouteRequest) {
  const [, userPart, name = destination, portPart] =
    /^(?:ssh:\/\/)?(?:(.+)@)?(\[[^\]]+\]|[^:@]+)(?::(\d+))?\/?$/.exec(destination) ?? []
  return {
    destination: name.replace(/^\[|\]$/g, ''),
    user: user ?? userPart ?? null,
    port: port ?? (portPart === undefined ? null : Number(portPart)),
  }
}

/** ProxyCommand or ProxyJump: the first one counts, even if it is `none`. */
function proxyOf(settings: Settings) {
  const keyword = Object.keys(settings).find((name) => /^proxy(?:command|jump)$/.test(name)) ?? ''
  const value = settings[keyword]?.join(' ') ?? 'none'
  if (value.toLowerCase() === 'none') return { command: null, jump: null }
  return keyword === 'proxyjump' ? { command: null, jump: value } : { command: value, jump: null }
}

/** Like OpenSSH, rejects names with shell syntax, or that a program would read as an option. The shell expands variables. */
function withTokens(command: string, values: TokenValues): string {
  const { host, user, destination } = values
  const names = { h: host, r: user, n: destination }
  const used = Object.entries(names).flatMap(([key, text]) =>
    command.includes(`%${key}`) ? text : [],
  )
  const odd = used.find((text) => !/^[\w.:@%+][\w.:@%+-]*$/.test(text))
  if (odd !== undefined)
    throw appError('invalid-input', 'hosts.proxyCommandName', { host: destination, name: odd })
  return tokenExpander(values, {})(command)
}

function agentSocket(setting: string | null, expand: (text: string) => string): string | null {
  if (setting?.toLowerCase() === 'none') return null
  const socket =
    setting === null || setting === 'SSH_AUTH_SOCK' ? (process.env['SSH_AUTH_SOCK'] ?? '') : setting
  if (socket.startsWith('$')) return process.env[socket.replace(/^\$\{?|\}$/g, '')] ?? null
  return socket === '' ? null : expand(socket)
}

type TokenValues = Readonly<{ host: string; port: number; user: string; destination: string }>
type Tokens = Readonly<Record<string, string>>

/** Expands `%h`, `%p`, `%r`, `%n`, `%d`, `%u`, `%l`, `%%`, more tokens, a leading `~`, and `${NAME}` from the environment. */
function tokenExpander(
  { host, port, user, destination }: TokenValues,
  variables: NodeJS.ProcessEnv = process.env,
): (text: string, more?: Tokens) => string {
  const usual: Tokens = {
    '%': '%',
    h: host,
    p: String(port),
    r: user,
    n: destination,
    d: homedir(),
    u: userInfo().username,
    l: hostname(),
  }
  return (text, more = {}) => {
    const tokens = { ...usual, ...more }
    return expandHome(text).replace(
      /%(.)|\$\{(\w+)\}/g,
      (all, token: string, name: string) => tokens[token] ?? variables[name] ?? all,
    )
  }
}

/** Tokens that files and KnownHostsCommand accept, but not ProxyCommand. */
function connectionTokens({
  host,
  port,
  user,
  destination,
  alias,
  jump,
}: TokenValues & Readonly<{ alias: string | null; jump: string | null }>): Tokens {
  const hashed = `${hostname()}${host}${port}${user}${jump ?? ''}`
  return {
    C: createHash('sha1').update(hashed).digest('hex'),
    i: String(userInfo().uid),
    j: jump ?? '',
    k: alias ?? destination,
    L: hostname().replace(/\..*/, ''),
  }
}

/** OpenSSH's time format: `10`, `10s`, `1m30s`. */
function seconds(setting: string | null): number | null {
  const parts = [...(setting ?? '').matchAll(/(\d+)([smh]?)/gi)]
  const value = parts.reduce(
    (sum, [, count, unit = '']) => sum + Number(count) * (unitSeconds[unit.toLowerCase()] ?? 1),
    0,
  )
  return value > 0 ? value * 1000 : null
}

const unitSeconds: Readonly<Record<string, number>> = { m: 60, h: 3600 }

function isYes(setting: string | null): boolean {
  return setting?.toLowerCase() === 'yes'
}

function circle(destination: string): AppError {
  return appError('invalid-input', 'hosts.jumpCircle', { host: destination })
}
