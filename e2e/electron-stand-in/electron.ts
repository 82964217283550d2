// The part of Electron's main-process API that Kneepoint uses, on plain Node with pages shown by another browser.
// For machines without Electron: what is built for Electron runs unchanged, and the rules
// Electron has (what must come before `ready`, what crashes) are enforced here as errors.
export { app } from './app.ts'
export { BrowserWindow } from './browser-window.ts'
export { ipcMain } from './ipc-main.ts'
export { MessageChannelMain } from './message-channel.ts'
export { session } from './guards.ts'
export { protocol } from './protocol.ts'
export { safeStorage } from './safe-storage.ts'
export { dialog, Menu, nativeTheme, screen, shell } from './surroundings.ts'
export { utilityProcess } from './utility-process.ts'
