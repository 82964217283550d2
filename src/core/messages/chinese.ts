// Chinese, at hand from the start. The window has src/renderer/i18n/loaded-languages.ts in its place (electron.vite.config.ts).
export { chinese } from './zh/language.ts'
