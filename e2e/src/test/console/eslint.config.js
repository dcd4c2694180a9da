import js from '@eslint/js';
import globals from 'globals';

export default [
  js.configs.recommended,
  {
    files: ['console/**/*.js'],
    ignores: ['console/theme.js'],
    languageOptions: {ecmaVersion: 2024, sourceType: 'module', globals: globals.browser},
    linterOptions: {reportUnusedDisableDirectives: 'error'},
    rules: {
      'no-unused-vars': ['error', {args: 'after-used', ignoreRestSiblings: true}],
      'no-shadow': ['error', {builtinGlobals: false}],
      'no-implicit-globals': 'error',
      'no-var': 'error',
      'prefer-const': 'error',
      eqeqeq: 'error',
      'no-eval': 'error',
      'no-script-url': 'error',
      // Text of receivers and customers goes into text nodes only.
      'no-restricted-properties': [
        'error',
        {property: 'innerHTML', message: 'Render text with lit.'},
        {property: 'outerHTML', message: 'Render text with lit.'},
        {property: 'insertAdjacentHTML', message: 'Render text with lit.'},
      ],
      'no-restricted-imports': ['error', {patterns: [{group: ['*unsafe*'], message: 'Render text with lit.'}]}],
      // A list may have any number of rows; a page reads a part of it.
      'no-restricted-syntax': [
        'error',
        {
          selector: "Literal[value=/href=.#\\//]",
          message: 'Use link(), which names the customer.',
        },
        {
          selector: "TemplateElement[value.raw=/href=.#\\//]",
          message: 'Use link(), which names the customer.',
        },
      ],
    },
  },
  {
    files: ['console/theme.js'],
    languageOptions: {sourceType: 'script', globals: globals.browser},
  },
  {files: ['*.js'], languageOptions: {globals: globals.node}},
];
