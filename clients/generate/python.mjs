// Writes the types for Python, as TypedDicts: a value is the JSON of the API, so that fields of a newer server are kept.
import { wrapped } from './model.mjs';

const WIDTH = 110;

export function python(types) {
  return [
    '"""The types of the API, generated from its OpenAPI document by clients/generate."""',
    '',
    'from __future__ import annotations',
    '',
    'from datetime import datetime',
    'from typing import Any, Literal, NotRequired, TypeAlias, TypedDict',
    '',
    // Those that are evaluated at once come after the types that they refer to.
    ...[...types.filter((type) => !isFunctional(type)), ...types.filter(isFunctional)].flatMap((type) => [
      '',
      ...written(type),
      '',
    ]),
  ]
    .join('\n')
    .replace(/\n+$/, '\n');
}

function written(type) {
  switch (type.kind) {
    case 'enum':
      return [...comments(type.doc), `${type.name}: TypeAlias = ${literal(type.values, '')}`];
    case 'union':
      return [`${type.name}: TypeAlias = "${type.members.join(' | ')}"`];
    default:
      return isFunctional(type) ? functional(type) : declared(type);
  }
}

function declared(type) {
  return [
    `class ${type.name}(TypedDict):`,
    ...docstring(type.doc),
    ...(type.doc ? [''] : []),
    ...type.fields.flatMap((field) => [`    ${field.name}: ${annotation(field, type)}`, ...docstring(field.doc)]),
  ];
}

function docstring(text) {
  if (!text) return [];
  const lines = wrapped(text, WIDTH);
  lines[0] = `"""${lines[0]}`;
  lines[lines.length - 1] += '"""';
  return lines.map((line) => `    ${line}`);
}

/** True for a type with a field whose name is a keyword. */
function isFunctional(type) {
  return type.fields?.some((field) => field.name === 'from') ?? false;
}

function functional(type) {
  return [
    `${type.name} = TypedDict(`,
    `    "${type.name}",`,
    '    {',
    ...type.fields.flatMap((field) => [
      ...comments(field.doc).map((line) => `        ${line}`),
      `        "${field.name}": ${annotation(field, type)},`,
    ]),
    '    },',
    ')',
  ];
}

function annotation(field, owner) {
  const isTime = field.type.kind === 'time' && owner.input;
  const type = isTime ? typeText(field.type).replace('str', 'str | datetime') : typeText(field.type);
  return field.required ? type : `NotRequired[${type}]`;
}

function typeText(type) {
  const text = plainText(type);
  return type.nullable && text !== 'Any' ? `${text} | None` : text;
}

function plainText(type) {
  switch (type.kind) {
    case 'string':
      return type.values ? literal(type.values, '    ') : 'str';
    case 'time':
      return 'str';
    case 'eventTime':
      return 'str | datetime | EpochTime';
    case 'integer':
      return 'int';
    case 'number':
      return 'float';
    case 'boolean':
      return 'bool';
    case 'state':
      return 'dict[str, Any]';
    case 'list':
      return `list[${typeText(type.of)}]`;
    case 'map':
      return `dict[str, ${typeText(type.of)}]`;
    case 'ref':
      return type.to;
    default:
      return 'Any';
  }
}

function literal(values, indent) {
  const one = `Literal[${values.map((value) => `"${value}"`).join(', ')}]`;
  return one.length <= 80 ? one : `Literal[\n${values.map((value) => `${indent}    "${value}",\n`).join('')}${indent}]`;
}

function comments(text) {
  return text ? wrapped(text, WIDTH).map((line) => (line === '' ? '#' : `# ${line}`)) : [];
}
