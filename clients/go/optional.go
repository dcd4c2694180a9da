package posthorn

import "encoding/json"

// Optional is a field of a change: the zero value leaves it as it is, [Set] sets it, and [Null]
// clears it or resets it to its default.
type Optional[T any] struct {
	value *T
	given bool
}

// Set returns a field with a value.
func Set[T any](value T) Optional[T] {
	return Optional[T]{&value, true}
}

// Null returns a field that is cleared.
func Null[T any]() Optional[T] {
	return Optional[T]{nil, true}
}

// IsZero reports whether the field is left as it is.
func (o Optional[T]) IsZero() bool { return !o.given }

// MarshalJSON writes the value, or null.
func (o Optional[T]) MarshalJSON() ([]byte, error) { return json.Marshal(o.value) }

// UnmarshalJSON reads a value, or null.
func (o *Optional[T]) UnmarshalJSON(text []byte) error {
	o.given = true
	return json.Unmarshal(text, &o.value)
}
