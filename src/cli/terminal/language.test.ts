import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { quietHooks, testSpec } from '#node/simulator/simulator.test-support.ts'
import { startSimulator } from '#node/simulator/start-simulator.ts'
import { spokenLanguage, withoutLanguage } from './language.ts'
import { runCli } from '../run-cli.test-support.ts'

test.each([
  [['runs', '--lang', 'zh'], ['runs'], 'zh'],
  [['--lang=en', 'runs', '--limit', '3'], ['runs', '--limit', '3'], 'en'],
  [['server', 'launch', 'a', '--', '--lang', 'zh'], null, null],
  [['runs'], null, null],
  [['runs', '--lang'], ['runs'], ''],
])('%j', (given, args, asked) => {
  expect(withoutLanguage(given)).toEqual({ args: args ?? given, asked })
})

test.each([
  ['zh', {}, 'zh', true],
  ['en', { LANG: 'zh_CN.UTF-8' }, 'en', true],
  [null, { LANG: 'zh_CN.UTF-8' }, 'zh', false],
  [null, { LANG: 'zh' }, 'zh', false],
  [null, { LANG: 'en_US.UTF-8', LC_MESSAGES: 'zh_TW' }, 'zh', false],
  [null, { LANG: 'zh_CN.UTF-8', LC_ALL: 'C' }, 'en', false],
  [null, { LANG: 'zh_CN.UTF-8', LC_ALL: '' }, 'zh', false],
  [null, { LANG: 'de_DE.UTF-8' }, 'en', false],
  [null, {}, 'en', false],
] as const)('--lang %j with %j', (asked, environment, language, isAsked) => {
  expect(spokenLanguage(asked, environment)).toEqual({ language, isAsked })
})

const chinese = { LC_ALL: '', LC_MESSAGES: '', LANG: 'zh_CN.UTF-8' }

describe('the command line in Chinese', () => {
  let folder: string
  let simulator: Awaited<ReturnType<typeof startSimulator>>

  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'kneepoint-language-'))
    simulator = await startSimulator({ ...testSpec, preset: 'h100-llama-8b' }, quietHooks)
  })

  afterAll(async () => {
    await simulator.stop()
    await rm(folder, { recursive: true })
  })

  function kneepoint(args: readonly string[], locale: Readonly<Record<string, string>>) {
    return runCli(args, { cwd: folder, env: { KNEEPOINT_DATA: folder, ...locale } })
  }

  function bench(locale: Readonly<Record<string, string>>, ...args: readonly string[]) {
    const server = ['--base-url', `http://127.0.0.1:${simulator.port}`, '--model', 'sim']
    const load = ['--prompt-token-ids', '--random-input-len', '16', '--random-output-len', '8']
    const few = ['--num-prompts', '5', '--disable-tqdm', '--save-result']
    return kneepoint(['bench', 'serve', ...server, ...load, ...few, ...args], locale)
  }

  const unmeasured = (text: string) =>
    text
      .replace(/(en|zh)\.json/g, 'FILE')
      .replace(/[\d.]+/g, '#')
      .replace(/ +/g, ' ')

  test('has its notes translated, and what scripts parse unchanged', async () => {
    const english = await bench({}, '--result-filename', 'en.json')
    const translated = await bench(chinese, '--result-filename', 'zh.json')
    expect(translated.code).toBe(0)
    expect(unmeasured(translated.output)).toBe(unmeasured(english.output))
    expect(english.notes).toMatch(/^Verdict: .*too few samples/m)
    expect(english.notes).not.toMatch(/\p{Script=Han}/u)
    expect(translated.notes).toMatch(/^可信度：.*样本太少/m)
    expect(translated.notes).toContain('  p99 至少需要')
    expect(translated.notes).not.toMatch(/Verdict|Client:|Results/)
    const keysOf = async (file: string) =>
      Object.keys(JSON.parse(await readFile(path.join(folder, file), 'utf8')) as object)
    expect(await keysOf('zh.json')).toEqual(await keysOf('en.json'))
  })

  test('explains a failure', async () => {
    expect(await kneepoint(['bench', 'serv'], chinese)).toEqual({
      ...{ code: 2, output: '' },
      notes: 'kneepoint: 没有命令“bench serv”。\n  是否指“bench serve”？\n',
    })
    const refused = await kneepoint(['bench', 'serve', '--request-rate', '0'], chinese)
    expect(refused.notes).toMatch(/--request-rate \p{Script=Han}.*，而不是“0”。/u)
    const away = await kneepoint(
      ['bench', 'serve', '--base-url', 'http://127.0.0.1:9', '--model', 'sim'],
      chinese,
    )
    expect(away.notes).toContain('http://127.0.0.1:9/v1/models 没有响应：那里没有程序监听。')
    expect(away.notes).toContain('  请启动服务器')
  })

  test('is chosen by --lang, for every command', async () => {
    expect((await kneepoint(['runs', '--lang', 'zh'], {})).notes).toBe('还没有保存的运行。\n')
    expect((await kneepoint(['runs', '--lang=en'], chinese)).notes).toBe(
      'No runs are stored yet.\n',
    )
    expect(await kneepoint(['runs', '--lang', 'xx'], {})).toMatchObject({
      code: 2,
      notes: 'kneepoint: --lang: there is no language "xx".\n  Choose from en, zh.\n',
    })
  })
})
