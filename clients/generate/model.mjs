// The schemas of the OpenAPI document as a list of named types, for the generators of Python and Go.

/** Schemas without a type of their own: the Workfront-compatible API, and pages, which PagedList reads. */
const LEFT_OUT = /^(Workfront.*|.*Page)$/;

/** Other names for schemas whose names the clients use for something else. */
const RENAMED = { RetryPolicy: 'EndpointRetryPolicy' };

/** Names of nested objects that would otherwise be the parent's name and the field's. */
const NESTED_NAMES = {
  'AcceptedEvents.events': 'AcceptedEvent',
  'CircuitEntry.window': 'CircuitWindow',
  'DryRun.events': 'DryRunResult',
  'DryRunResult.subscriptions': 'DryRunMatch',
  'EndpointSummary.lastHour': 'LastHour',
  'Overview.attention': 'Attention',
  'Secret.previousSecrets': 'PreviousSecret',
  'SeriesByEndpoint.endpoints': 'EndpointSeries',
  'SubscriptionWithSecret.warnings': 'Warning',
};

/**
 * The named types of a document, in its order. Each is one of
 *   {kind: 'enum', name, doc, values}
 *   {kind: 'object', name, doc, input, fields: [{name, doc, type, required}]}
 *   {kind: 'union', name, doc, members}
 * and the type of a field {kind, nullable, ...}, where the kind is string, time, integer, number, boolean, any, state,
 * eventTime, list (of), map (of) or ref (to).
 */
export function typesOf(document) {
  const schemas = document.components.schemas;
  const types = [];
  const names = Object.keys(schemas).filter((name) => !LEFT_OUT.test(name));

  function add(name, schema) {
    const doc = schema.description ?? '';
    if (schema.enum && schema.type === 'string') {
      types.push({ kind: 'enum', name, doc, values: schema.enum });
    } else if (schema.properties) {
      // Written before its nested objects, which are added while its fields are read.
      const input = schema.additionalProperties === false || name.endsWith('Input');
      const type = { kind: 'object', name, doc, input, fields: [] };
      types.push(type);
      const required = schema.required ?? [];
      for (const [field, value] of Object.entries(schema.properties)) {
        type.fields.push({
          name: field,
          doc: value.description ?? '',
          type: typeOf(value, name, field),
          required: required.includes(field),
        });
      }
    } else if (isUnion(schema)) {
      const type = { kind: 'union', name, doc, members: [] };
      types.push(type);
      for (const choice of schema.oneOf) {
        const member = choice.$ref ? nameOf(choice) : name + capitalized(choice.required[0]);
        if (!choice.$ref) add(member, choice);
        type.members.push(member);
      }
    }
  }

  function typeOf(schema, parent, field) {
    if (parent === 'EventInput' && field === 'eventTime') {
      return { kind: 'eventTime', nullable: true };
    }
    if (schema.$ref) {
      const referred = schemas[target(schema)];
      const nullable = isNullable(referred);
      return isNamed(referred) ? { kind: 'ref', to: nameOf(schema), nullable } : typeOf(referred, parent, field);
    }
    if (schema.oneOf) {
      const [one, ...others] = schema.oneOf.filter((choice) => choice.type !== 'null');
      if (others.length > 0) throw new Error(`${parent}.${field}: a choice of several types`);
      return { ...typeOf(one, parent, field), nullable: others.length + 1 < schema.oneOf.length };
    }
    return { ...kindOf(schema, parent, field), nullable: isNullable(schema) };
  }

  function kindOf(schema, parent, field) {
    if (schema.const !== undefined) {
      return typeof schema.const === 'boolean' ? { kind: 'boolean' } : { kind: 'string', values: [schema.const] };
    }
    const kind = [schema.type ?? 'any'].flat().find((name) => name !== 'null');
    switch (kind) {
      case 'string':
        return schema.format === 'date-time' ? { kind: 'time' } : { kind, values: schema.enum?.filter((value) => value !== null) };
      case 'integer':
        return { kind, large: schema.format === 'int64', minimum: schema.minimum };
      case 'array':
        return { kind: 'list', of: typeOf(schema.items, parent, field) };
      case 'object':
        if (schema.properties) {
          const name = NESTED_NAMES[`${parent}.${field}`] ?? parent + capitalized(field);
          add(name, schema);
          return { kind: 'ref', to: name };
        }
        return schema.additionalProperties === true
          ? { kind: 'state' }
          : { kind: 'map', of: typeOf(schema.additionalProperties, parent, field) };
      default:
        return { kind };
    }
  }

  for (const name of names) add(RENAMED[name] ?? name, schemas[name]);
  return types;
}

function isNamed(schema) {
  return (schema.enum && schema.type === 'string') || schema.properties !== undefined || isUnion(schema);
}

function isUnion(schema) {
  return schema.oneOf?.every((choice) => choice.$ref || choice.properties) ?? false;
}

function isNullable(schema) {
  return Array.isArray(schema.type) && schema.type.includes('null');
}

function target(schema) {
  return schema.$ref.split('/').at(-1);
}

function nameOf(schema) {
  return RENAMED[target(schema)] ?? target(schema);
}

export function capitalized(name) {
  return name[0].toUpperCase() + name.slice(1);
}

/** The text in lines of a width, as the body of a comment; tables stay as they are. */
export function wrapped(text, width) {
  return text
    .trim()
    .split(/\n\n+/)
    .flatMap((paragraph, i) => {
      const lines = paragraph.startsWith('|') ? paragraph.split('\n') : wrap(paragraph.replace(/\s+/g, ' '), width);
      return i === 0 ? lines : ['', ...lines];
    });
}

function wrap(text, width) {
  const lines = [''];
  for (const word of text.split(' ')) {
    const line = lines.at(-1);
    if (line !== '' && line.length + 1 + word.length > width) lines.push(word);
    else lines[lines.length - 1] = line === '' ? word : `${line} ${word}`;
  }
  return lines;
}
