// What Oxlint cannot read in components: templates, and the types of their scripts.
import { defineConfig } from 'eslint/config'
import vue from 'eslint-plugin-vue'
import tseslint from 'typescript-eslint'
import vueParser from 'vue-eslint-parser'
import { repositoryFolder } from '../repository.ts'
import './components.ts'

export default defineConfig({
  files: ['src/**/*.vue'],
  extends: [tseslint.configs.recommendedTypeChecked, vue.configs['flat/recommended']],
  languageOptions: {
    parser: vueParser,
    parserOptions: {
      parser: tseslint.parser,
      projectService: true,
      tsconfigRootDir: repositoryFolder,
      extraFileExtensions: ['.vue'],
    },
  },
  rules: {
    '@typescript-eslint/no-non-null-assertion': 'error',
    '@typescript-eslint/consistent-type-imports': 'error',
    '@typescript-eslint/switch-exhaustiveness-check': [
      'error',
      { considerDefaultExhaustiveForUnions: true },
    ],
    '@typescript-eslint/restrict-template-expressions': 'off',
    'vue/block-order': ['error', { order: ['script', 'template', 'style'] }],
    // Bound to a component, the rest is one object for good: the component would keep the values it was first given.
    'no-restricted-syntax': [
      'error',
      {
        selector:
          "VariableDeclarator[init.callee.name='defineProps'] > ObjectPattern > RestElement",
        message: 'Name the properties: a rest that is bound to a component never updates it.',
      },
    ],
    'vue/multi-word-component-names': 'off',
    'vue/no-v-html': 'error',
    'vue/max-attributes-per-line': 'off',
    'vue/singleline-html-element-content-newline': 'off',
    'vue/html-self-closing': 'off',
    'vue/html-indent': 'off',
    'vue/html-closing-bracket-newline': 'off',
    'vue/multiline-html-element-content-newline': 'off',
    'vue/first-attribute-linebreak': 'off',
  },
})
