# What `cmake --install` puts where: docs/operations.md. The unit starts
# /usr/bin/answerboxd, so the prefix is /usr.
include(GNUInstallDirs)

install(TARGETS answerboxd answerbox
  RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
install(FILES docs/man/answerbox.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
install(FILES docs/man/answerboxd.8 DESTINATION ${CMAKE_INSTALL_MANDIR}/man8)
install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(FILES systemd/answerboxd.service systemd/answerboxd.socket
  DESTINATION lib/systemd/system)
install(FILES systemd/answerbox.sysusers DESTINATION lib/sysusers.d
  RENAME answerbox.conf)

# What an administrator has set stays.
install(CODE "
  if(NOT EXISTS \"\$ENV{DESTDIR}/etc/answerbox/answerboxd.toml\")
    file(INSTALL \"${PROJECT_SOURCE_DIR}/deploy/answerboxd.toml\"
      DESTINATION /etc/answerbox)
  endif()")
