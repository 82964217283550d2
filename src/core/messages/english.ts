// English, always loaded. The window replaces it with src/renderer/i18n/loaded-languages.ts (electron.vite.config.ts).
export { english } from './en/language.ts'
