package io.posthorn.app;

import picocli.CommandLine.IVersionProvider;

/** The version that the jar was built as. */
final class Version implements IVersionProvider {
  @Override
  public String[] getVersion() {
    return new String[] {"Posthorn " + number()};
  }

  /** The version number alone; empty if not run from a jar. */
  static String number() {
    String version = Version.class.getPackage().getImplementationVersion();
    return version == null ? "unreleased" : version;
  }
}
