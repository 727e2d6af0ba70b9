# Compiles the sources of several libraries as one. It serves a build of the programs
# alone, without tests: rooms that include the same large headers read them once.
#
#   joined  the library that gets their sources
#   ARGN    the libraries, which then link it and hold nothing themselves
#
# Names of their sources must be distinct, as in a unity build.
function(answerbox_join_rooms joined)
  add_library(${joined} STATIC)
  set_target_properties(${joined} PROPERTIES
    UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE 0)
  foreach(room IN LISTS ARGN)
    get_target_property(folder ${room} SOURCE_DIR)
    get_target_property(sources ${room} SOURCES)
    foreach(source IN LISTS sources)
      target_sources(${joined} PRIVATE ${folder}/${source})
      get_source_file_property(is_apart ${folder}/${source} DIRECTORY ${folder}
                               SKIP_UNITY_BUILD_INCLUSION)
      set_source_files_properties(${folder}/${source} PROPERTIES
        SKIP_UNITY_BUILD_INCLUSION ${is_apart})
    endforeach()
    get_target_property(needs ${room} LINK_LIBRARIES)
    list(REMOVE_ITEM needs ${ARGN})
    target_link_libraries(${joined} PUBLIC ${needs})
    set_target_properties(${room} PROPERTIES
      SOURCES ${PROJECT_SOURCE_DIR}/cmake/precompiled/nothing.cc
      UNITY_BUILD OFF)
    target_link_libraries(${room} INTERFACE ${joined})
  endforeach()
endfunction()

# The other rooms stay apart: some have a name in common with one of these, and some
# are large enough to keep a second processor busy.
answerbox_join_rooms(platform_rooms
  platform_certificate platform_file platform_memory platform_power platform_service)
answerbox_join_rooms(protocol_rooms
  protocol_audit protocol_calls protocol_exam protocol_generation protocol_json
  protocol_reply)
answerbox_join_rooms(engine_rooms
  engine_gathering engine_grounding engine_language_model engine_latent
  engine_numeric engine_retrieval)
answerbox_join_rooms(daemon_rooms
  daemon_audit daemon_collections daemon_dispatch daemon_exam daemon_identity
  daemon_options)
answerbox_join_rooms(client_reading
  client_convert client_convert_document client_convert_layout
  client_convert_layout_lines client_convert_recognition client_convert_tags)
answerbox_join_rooms(client_rooms
  client_commands client_energy client_evaluate client_ingest client_rpc)
answerbox_join_rooms(client_exams client_exam client_exam_make)
