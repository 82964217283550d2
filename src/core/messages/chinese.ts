// Chinese, at hand from the start. The window has src/renderer/i18n/chinese.ts in its place (electron.vite.config.ts).
export { chinese } from './zh/language.ts'
