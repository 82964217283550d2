// The entries of the application menu, in each language of the window. Electron has them in English only.
import type { Language } from '#core/model/language.ts'

/** What Electron does by itself where an entry has this role. */
export type MenuRole =
  | 'about'
  | 'services'
  | 'hide'
  | 'hideOthers'
  | 'unhide'
  | 'quit'
  | 'close'
  | 'undo'
  | 'redo'
  | 'cut'
  | 'copy'
  | 'paste'
  | 'delete'
  | 'selectAll'
  | 'reload'
  | 'toggleDevTools'
  | 'resetZoom'
  | 'zoomIn'
  | 'zoomOut'
  | 'togglefullscreen'
  | 'minimize'
  | 'zoom'
  | 'front'

type MenuWord = MenuRole | 'file' | 'edit' | 'view' | 'window' | 'newWindow'

export type MenuTexts = Readonly<Record<MenuWord, string>>

export const menuTexts: Readonly<Record<Language, MenuTexts>> = {
  en: {
    about: 'About Kneepoint',
    services: 'Services',
    hide: 'Hide Kneepoint',
    hideOthers: 'Hide Others',
    unhide: 'Show All',
    quit: 'Quit Kneepoint',
    file: 'File',
    newWindow: 'New Window',
    close: 'Close Window',
    edit: 'Edit',
    undo: 'Undo',
    redo: 'Redo',
    cut: 'Cut',
    copy: 'Copy',
    paste: 'Paste',
    delete: 'Delete',
    selectAll: 'Select All',
    view: 'View',
    reload: 'Reload',
    toggleDevTools: 'Developer Tools',
    resetZoom: 'Actual Size',
    zoomIn: 'Zoom In',
    zoomOut: 'Zoom Out',
    togglefullscreen: 'Full Screen',
    window: 'Window',
    minimize: 'Minimize',
    zoom: 'Zoom',
    front: 'Bring All to Front',
  },
  zh: {
    about: '关于 Kneepoint',
    services: '服务',
    hide: '隐藏 Kneepoint',
    hideOthers: '隐藏其他',
    unhide: '全部显示',
    quit: '退出 Kneepoint',
    file: '文件',
    newWindow: '新建窗口',
    close: '关闭窗口',
    edit: '编辑',
    undo: '撤销',
    redo: '重做',
    cut: '剪切',
    copy: '复制',
    paste: '粘贴',
    delete: '删除',
    selectAll: '全选',
    view: '显示',
    reload: '重新加载',
    toggleDevTools: '开发者工具',
    resetZoom: '实际大小',
    zoomIn: '放大',
    zoomOut: '缩小',
    togglefullscreen: '全屏',
    window: '窗口',
    minimize: '最小化',
    zoom: '缩放',
    front: '前置全部窗口',
  },
}
