// The desktop program, in the order of its start. Each other module in this folder is one step of it.
/// <reference types="electron-vite/node" />
import jobPath from '#utility/job.ts?modulePath'
import loadGeneratorPath from '#utility/load-generator.ts?modulePath'
import loadThreadPath from '#utility/load-thread.ts?modulePath'
import simulatorPath from '#utility/simulator.ts?modulePath'
import truthfulServerPath from '#utility/truthful-server.ts?modulePath'
import { dirname, join } from 'node:path'
import { textIn } from '#core/messages/message.ts'
import type { DesktopTexts } from '#core/messages/en/desktop.ts'
import { languageRecords } from '#core/messages/language-records.ts'
import { preferredLanguage, type Language } from '#core/messages/languages.ts'
import { terminalText } from '#core/base/printable.ts'
import { guardLastWords } from '#node/crash/last-words.ts'
import { tellable } from '#node/crash/tellable.ts'
import { type Application, createApplication } from '#node/application/create-application.ts'
import { databasePath } from '#node/storage/database-path.ts'
import {
  app,
  BrowserWindow,
  dialog,
  ipcMain,
  type MessageBoxOptions,
  MessageChannelMain,
  type MessagePortMain,
  powerMonitor,
  powerSaveBlocker,
  protocol,
  safeStorage,
  session,
  shell,
  Menu,
  utilityProcess,
  type UtilityProcess,
} from 'electron'
import {
  type AppOrigin,
  appOriginOf,
  declareAppScheme,
  isOurFrame,
  serveWindow,
} from './app-protocol.ts'
import { openExternally } from './external-links.ts'
import { denyPermissions, hardenPages } from './hardening.ts'
import { choiceOf, measuringBox, quitBox } from './quit-question.ts'
import { Quitting } from './quitting.ts'
import { openSecretStore } from './secret-store.ts'
import { openWindow } from './window.ts'
import { portChannel } from '#contract/desktop-bridge.ts'
import { RPCHandler } from '@orpc/server/message-port'
import { menuTemplate } from './menu-template.ts'
import type { ChildProcessPort } from '#contract/app-events.ts'

guardLastWords(showError)

/** Language of the window; the system's language until a window has reported one. */
let language = preferredLanguage([])

const origin = appOriginOf(app.isPackaged ? undefined : process.env.ELECTRON_RENDERER_URL)

if (app.requestSingleInstanceLock()) {
  hardenPages(app, origin, (url) => void openExternally(shell, url).catch(report))
  declareAppScheme(protocol)
  app.whenReady().then(start).catch(giveUp)
} else {
  app.quit()
}

function start(): void {
  language = preferredLanguage(app.getPreferredSystemLanguages())
  denyPermissions(session.defaultSession)
  // Otherwise Chromium would download a dictionary, although no page checks spelling.
  session.defaultSession.setSpellCheckerLanguages([])
  // By default the dialog's title is the blob URL.
  session.defaultSession.on('will-download', (_event, item) =>
    item.setSaveDialogOptions({ title: texts().window.saveAs }),
  )
  serveWindow(protocol, join(import.meta.dirname, '../renderer'))
  const application = createApplication({
    databasePath: databasePath(),
    version: app.getVersion(),
    transport: 'desktop',
    onLanguage: speak,
    onMeasuring: keepAwake,
    secrets: openSecretStore(safeStorage, {
      file: join(dirname(databasePath()), 'secrets.json'),
      platform: process.platform,
    }),
    spawnLoadGenerator: () =>
      forkUtility(loadGeneratorPath, 'Kneepoint load generator', [loadThreadPath]),
    spawnSimulator: () => forkUtility(simulatorPath, 'Kneepoint simulator'),
    spawnJob: () => forkUtility(jobPath, 'Kneepoint job'),
    spawnPreparation: () => forkUtility(jobPath, 'Kneepoint preparation'),
    truthfulServers: {
      nativeSources: outsideArchive(join(import.meta.dirname, '../../bench/native')),
      spawnTruthfulServer: () => forkUtility(truthfulServerPath, 'Kneepoint truthful server'),
    },
  })
  exposeApi(application.router, origin)
  showMenu(language, openMainWindow)
  openMainWindow()
  app.on('second-instance', openMainWindow)
  app.on('window-all-closed', () => app.quit())
  askBeforeQuitting(application)
  closeBeforeQuitting(application)
}

function speak(spoken: Language): void {
  if (spoken !== language) showMenu(spoken, openMainWindow)
  language = spoken
}

/** Path outside the archive, so that a compiler can read it. */
function outsideArchive(path: string): string {
  return path.replace(/app\.asar(?=[\\/])/, 'app.asar.unpacked')
}

function openMainWindow(): void {
  openWindow({
    url: `${origin}/`,
    icon: join(import.meta.dirname, '../../resources/icon.png'),
    preload: join(import.meta.dirname, '../preload/index.cjs'),
    stateFile: join(app.getPath('userData'), 'window-state.json'),
    texts: () => texts().window,
  })
}

/** Prompts the user, with the windows still open, if a measurement or servers on hosts are running. */
function askBeforeQuitting(application: Application): void {
  const quitting = new Quitting({
    running: () => application.outliving(),
    ask: async (question) => choiceOf(await showQuestion(quitBox(question, texts().quit))),
    measuring: () => application.measuring(),
    askToCancel: async (name) => (await showQuestion(measuringBox(name, texts().measuring))) === 1,
    stop: (servers) => application.stop(servers),
    quit: () => app.quit(),
    showWindow: () => {
      if (BrowserWindow.getAllWindows().length === 0) openMainWindow()
    },
    onError: report,
  })
  app.on('before-quit', (event) => {
    if (!quitting.mayQuit()) event.preventDefault()
  })
  powerMonitor.on('shutdown', () => quitting.quitNow())
  for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => quitting.quitNow())
}

function texts(): DesktopTexts {
  return languageRecords[language].desktop
}

/** Resolves to the index of the button. */
async function showQuestion(box: MessageBoxOptions): Promise<number> {
  const window = BrowserWindow.getFocusedWindow() ?? BrowserWindow.getAllWindows()[0]
  const shown =
    window === undefined ? dialog.showMessageBox(box) : dialog.showMessageBox(window, box)
  return (await shown).response
}

let blocker: number | null = null

/** Prevents sleep, which would spoil a run. The screen may turn off. */
function keepAwake(isMeasuring: boolean): void {
  if (isMeasuring) blocker ??= powerSaveBlocker.start('prevent-app-suspension')
  else if (blocker !== null) {
    powerSaveBlocker.stop(blocker)
    blocker = null
  }
}

/** Delays quitting until the last records are stored. */
function closeBeforeQuitting(application: Application): void {
  let closing = false
  app.on('will-quit', (event) => {
    event.preventDefault()
    if (closing) return
    closing = true
    application.close().then(() => app.exit(), giveUp)
  })
}

function report(error: unknown): void {
  const { message, remedy } = tellable(error)
  const texts = [message, remedy ?? ''].map((text) => textIn(language, text))
  showError(texts.join('\n\n').trimEnd())
}

/** Shows a message box and also prints the text if the program was started from a terminal. */
function showError(text: string): void {
  process.stderr.write(terminalText(`${text}\n`))
  dialog.showErrorBox('Kneepoint', text)
}

function giveUp(error: unknown): void {
  report(error)
  app.exit(1)
}

function exposeApi(router: Application['router'], origin: AppOrigin): void {
  const handler = new RPCHandler(router)
  // Subtle: a port that is garbage-collected is closed.
  const openPorts = new Set<MessagePortMain>()

  ipcMain.on(portChannel, ({ senderFrame }) => {
    if (!isOurFrame(origin, senderFrame)) return
    const { port1, port2 } = new MessageChannelMain()
    openPorts.add(port1)
    port1.once('close', () => openPorts.delete(port1))
    handler.upgrade(port1)
    port1.start()
    senderFrame.postMessage(portChannel, null, [port2])
  })
}

function showMenu(language: Language, openAnotherWindow: () => void): void {
  const { platform } = process
  Menu.setApplicationMenu(
    Menu.buildFromTemplate(
      menuTemplate(languageRecords[language].desktop.menu, { platform, openAnotherWindow }),
    ),
  )
}

/** Time for a process to exit on request before it is killed, in milliseconds. */
const graceMs = 2_000

const withheld: ReadonlySet<string> = new Set(['NODE_OPTIONS', 'ELECTRON_RUN_AS_NODE'])

/** A child process with the port interface of Node's fork; only after Electron is ready. The name appears in the operating system's process list. */
function forkUtility<Outgoing, Incoming>(
  modulePath: string,
  serviceName: string,
  args: string[] = [],
): ChildProcessPort<Outgoing, Incoming> {
  const child = utilityProcess.fork(modulePath, args, { serviceName, env: plainEnvironment() })
  let running: UtilityProcess | null = child
  // Subtle: posting to a process from inside its exit listeners crashes Electron, so our listener runs first.
  child.once('exit', () => (running = null))
  return {
    post: (message) => running?.postMessage(message),
    onMessage: (listener) => child.on('message', listener),
    onExit: (listener) => child.once('exit', listener),
    kill: () => running && endProcess(running),
  }
}

function endProcess(child: UtilityProcess): void {
  const { pid } = child
  child.kill()
  if (pid === undefined) return
  const force = setTimeout(() => process.kill(pid, 'SIGKILL'), graceMs)
  child.once('exit', () => clearTimeout(force))
}

/** The current environment without the variables that would change how the child runs. */
function plainEnvironment(): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !withheld.has(name)))
}
