# Gives CMake's FetchContent the `simde` headers of this machine, in place of a download from GitHub: it wants
# a source folder that contains `simde/`. Releases before 0.7.4, such as that of Ubuntu 24.04, lack the header
# that QuickJS needs. The default paths are not set yet in a toolchain file; the last two are those of Homebrew
# on ARM and MacPorts.
find_path(simde_include simde/wasm/simd128.h NO_CMAKE_FIND_ROOT_PATH
  PATHS ENV CPATH /usr/include /usr/local/include /opt/homebrew/include /opt/local/include)
if(simde_include)
  set(simde_source "${CMAKE_BINARY_DIR}/simde-source")
  file(MAKE_DIRECTORY "${simde_source}")
  file(CREATE_LINK "${simde_include}/simde" "${simde_source}/simde" SYMBOLIC)
  set(FETCHCONTENT_SOURCE_DIR_SIMDE "${simde_source}" CACHE PATH "simde headers")
endif()
