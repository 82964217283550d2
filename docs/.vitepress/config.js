// The site of these pages: `npm ci --prefix docs && npm run build --prefix docs` writes it to docs/.vitepress/dist.
import { cp } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitepress'
import sidebar from './sidebar.json' with { type: 'json' }

const docs = fileURLToPath(new URL('..', import.meta.url))

/** Files that pages name and that are no pages. */
const attached = ['deployment', 'examples', 'images']

/** Chinese has no spaces between words. The page receives this function as text, so it names nothing outside itself. */
function wordsOf(text) {
  const segments = new Intl.Segmenter('zh', { granularity: 'word' }).segment(text)
  return [...segments].filter((part) => part.isWordLike).map((part) => part.segment)
}

const chineseSearch = {
  button: { buttonText: '搜索', buttonAriaLabel: '搜索' },
  modal: {
    noResultsText: '没有找到',
    resetButtonTitle: '清除',
    displayDetails: '显示详情',
    footer: { selectText: '打开', navigateText: '切换', closeText: '关闭' },
  },
}

export default defineConfig({
  title: 'Kneepoint',
  cleanUrls: true,
  lastUpdated: false,
  srcExclude: ['package.md'],
  head: [['link', { rel: 'icon', type: 'image/svg+xml', href: '/icon.svg' }]],
  locales: {
    root: {
      label: 'English',
      lang: 'en',
      description: 'Find what load an LLM server carries, and which flags serve more.',
      themeConfig: {
        nav: [
          { text: 'First five minutes', link: '/first-five-minutes' },
          { text: 'Recipes', link: '/recipes' },
          { text: 'Command line', link: '/cli' },
        ],
        sidebar: sidebar.en,
        outline: { level: [2, 3] },
      },
    },
    zh: {
      label: '简体中文',
      lang: 'zh-CN',
      description: '找出 LLM 服务器能承受多少负载，以及哪些参数能承受更多。',
      themeConfig: {
        nav: [
          { text: '最初五分钟', link: '/zh/first-five-minutes' },
          { text: '命令行（英文）', link: '/cli' },
        ],
        sidebar: sidebar.zh,
        outline: { level: [2, 3], label: '本页内容' },
        docFooter: { prev: '上一页', next: '下一页' },
        langMenuLabel: '语言',
        darkModeSwitchLabel: '外观',
        lightModeSwitchTitle: '浅色',
        darkModeSwitchTitle: '深色',
        sidebarMenuLabel: '目录',
        returnToTopLabel: '回到顶部',
      },
    },
  },
  themeConfig: {
    logo: '/icon.svg',
    search: {
      provider: 'local',
      options: {
        locales: { zh: { translations: chineseSearch } },
        miniSearch: { options: { tokenize: wordsOf } },
      },
    },
  },
  async buildEnd({ outDir }) {
    await cp(`${docs}/../resources/icon.svg`, `${outDir}/icon.svg`)
    for (const folder of attached) {
      await cp(`${docs}/${folder}`, `${outDir}/${folder}`, { recursive: true })
    }
  },
})
