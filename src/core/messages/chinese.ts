// Chinese, always loaded. The window replaces it with src/renderer/i18n/loaded-languages.ts (electron.vite.config.ts).
export { chinese } from './zh/language.ts'
