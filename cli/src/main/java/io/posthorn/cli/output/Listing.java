package io.posthorn.cli.output;

import io.posthorn.cli.output.TextTable.Column;
import java.util.List;
import java.util.function.Function;

/**
 * The table of a list.
 *
 * @param empty the sentence for a list without entries
 * @param cells the cells of an entry's row
 */
public record Listing<T>(String empty, List<Column> columns, Function<T, List<String>> cells) {}
