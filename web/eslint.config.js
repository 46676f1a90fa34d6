import js from '@eslint/js'
import svelte from 'eslint-plugin-svelte'
import globals from 'globals'
import ts from 'typescript-eslint'
import svelteConfig from './svelte.config.js'

// Folders import one way: each one only from those before it.
const FOLDERS = [
  ['protocol'],
  ['lib'],
  ['words'],
  ['parts'],
  ['board'],
  ['study'],
  ['account'],
  ['moderation'],
  ['match'],
  ['review', 'analysis', 'balance', 'learn', 'puzzles'],
  ['pages'],
]

const oneWay = FOLDERS.flatMap((row, at) =>
  row.map((folder) => {
    const others = [...FOLDERS.slice(at + 1).flat(), ...row.filter((each) => each !== folder)]
    const patterns = others.map((other) => ({
      regex: `^(\\.\\./)+${other}/`, // from any depth
      message: `${folder} does not import from ${other}: see FOLDERS.`,
    }))
    return {
      files: [`src/${folder}/**`],
      rules: others.length ? { 'no-restricted-imports': ['error', { patterns }] } : {},
    }
  }),
)

export default ts.config(
  js.configs.recommended,
  ...ts.configs.recommended,
  ...svelte.configs.recommended,
  { languageOptions: { globals: { ...globals.browser, ...globals.node } } },
  {
    rules: {
      '@typescript-eslint/no-unused-vars': ['error', { varsIgnorePattern: '^_', argsIgnorePattern: '^_' }],
      'svelte/no-useless-mustaches': 'off', // {' '} is a space that no formatter takes away
      'svelte/prefer-svelte-reactivity': 'off', // a plain Map or Date is meant where nothing depends on it
    },
  },
  {
    files: ['**/*.svelte', '**/*.svelte.ts'],
    languageOptions: { parserOptions: { extraFileExtensions: ['.svelte'], parser: ts.parser, svelteConfig } },
  },
  ...oneWay,
)
